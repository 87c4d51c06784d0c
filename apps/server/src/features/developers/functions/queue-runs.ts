import type { Message, WebhookEvent } from '@papercups/contract'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import type { GatheredReaction, LoggedEvent } from '../../../platform/feature.js'
import { defineStatement } from '../../../platform/statement.js'
import { EVENT_SOURCES } from '../webhooks/event-sources.js'
import { forgetCustomersIn } from '../webhooks/forget-customers.js'
import type { WebhookDraft } from '../webhooks/payloads.js'
import { runFunctions } from './run-functions.js'

export const functionReactions = Object.fromEntries(
  Object.keys(EVENT_SOURCES).map((type) => [type, [queueRuns] as GatheredReaction[]]),
)

/** Stores a run for each active function that chose the event. */
async function queueRuns(account: AccountTransaction, events: LoggedEvent[]) {
  const source = events[0] && EVENT_SOURCES[events[0].type]
  if (!source) return
  const active = account.from('lambdas').select(['id', 'events']).where('status', '=', 'active')
  const functions = await active.execute()
  if (!functions.some(({ events }) => source.sends.some((type) => events.includes(type)))) return
  const drafts = (await source.build(account, events)).filter(isForFunctions)
  const runs = drafts.flatMap((draft) =>
    functions.filter(({ events }) => events.includes(draft.type)).map(({ id }) => ({ draft, lambda_id: id })),
  )
  if (runs.length > 0) await storeRuns(account, runs, 'event')
}

/**
 * Of messages only those of customers, as in the original: a function that answers would otherwise start itself again with its
 * own answer.
 */
export function isForFunctions({ type, payload }: WebhookDraft) {
  if (type !== 'message:created') return true
  const message = payload as Message
  return message.customer_id !== null && message.user_id === null && message.type !== 'bot'
}

interface NewRun {
  draft: WebhookDraft
  lambda_id: string
}

/** Also wakes the worker that runs them. */
export async function storeRuns(
  account: Account,
  runs: NewRun[],
  trigger: 'event' | 'rehearsal',
  rehearsal_id: string | null = null,
) {
  await account.run(
    insertRuns,
    runs.map(({ lambda_id }) => lambda_id),
    runs.map(({ draft }) => draft.type),
    runs.map(({ draft }) => inputOf(draft.type, draft.payload)),
    runs.map(({ draft }) => draft.order_key),
    runs.map(({ draft }) => draft.conversation_id),
    runs.map(({ draft }) => draft.customer_id),
    trigger,
    rehearsal_id,
  )
  account.wakeWorker(runFunctions)
}

const inputOf = (event: WebhookEvent, payload: object) => JSON.stringify({ event, payload })

const insertRuns = defineStatement(
  'functions.insert-runs',
  `insert into lambda_runs (account_id, lambda_id, event, input, order_key, conversation_id, customer_id, trigger, rehearsal_id)
  select $1, l.id, r.event, r.input, r.order_key, r.conversation_id, r.customer_id, $8, $9
  from unnest($2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::uuid[]) with ordinality
    as r (lambda_id, event, input, order_key, conversation_id, customer_id, place)
  join lambdas l on l.account_id = $1 and l.id = r.lambda_id
  order by r.place`,
)

export const forgetRunsOfCustomers: GatheredReaction = (account, events) =>
  forgetCustomersIn('lambda_runs', account, events)

/** The log's readers run after another, so nothing about the conversation is queued after this. */
export async function forgetRunsOfConversations(account: AccountTransaction, events: LoggedEvent[]) {
  const ids = events.map(({ payload }) => String(payload.conversation_id))
  await account.delete('lambda_runs').where('conversation_id', 'in', ids).execute()
}
