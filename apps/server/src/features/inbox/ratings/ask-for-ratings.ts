import type { AccountTransaction } from '../../../platform/account.js'
import { parseActor } from '../../../platform/actor.js'
import type { LoggedEvent } from '../../../platform/feature.js'
import { defineStatement } from '../../../platform/statement.js'
import { broadcastToCustomer } from './broadcast.js'

/** Long enough to undo the closing, and to rate in the widget instead. */
const MAIL_AFTER = '5 minutes'

/** Follows conversations that were closed or reopened. Only their state now counts: they may have changed since then. */
export async function askForRatings(account: AccountTransaction, events: LoggedEvent[]) {
  const closed = conversationsOf(events.filter(isByUser), 'closed')
  const reopened = conversationsOf(events, 'open')
  const asked = closed.length > 0 ? await account.run(ask, closed, MAIL_AFTER) : []
  const withdrawn = reopened.length > 0 ? await account.run(withdraw, reopened) : []
  for (const { conversation_id } of [...asked, ...withdrawn]) broadcastToCustomer(account, conversation_id)
}

const isByUser = ({ actor }: LoggedEvent) => parseActor(actor).user_id !== undefined

function conversationsOf(events: LoggedEvent[], status: 'open' | 'closed') {
  const changed = events.filter(({ payload }) => (payload.became as { status?: string } | undefined)?.status === status)
  return [...new Set(changed.map(({ payload }) => String(payload.conversation_id)))]
}

interface Asked {
  conversation_id: string
}

/**
 * Only about conversations in which the customer wrote and a user answered. The lock leaves out a conversation that is
 * being erased: its row could not be stored any more.
 */
const ask = defineStatement<Asked>(
  'ratings.ask',
  `insert into ratings (account_id, conversation_id, user_id, asked_at, mail_at)
   select c.account_id, c.id, coalesce(c.assignee_id, answer.user_id), c.closed_at, now() + $3::interval
   from conversations c
   join inboxes i on i.account_id = $1 and i.id = c.inbox_id and i.ratings_enabled
   cross join lateral (select m.user_id from messages m
     where m.account_id = $1 and m.conversation_id = c.id and m.user_id is not null and not m.private
     order by m.seq desc limit 1) answer
   where c.account_id = $1 and c.id = any($2::uuid[]) and c.status = 'closed' and c.closed_at is not null
     and c.archived_at is null and c.source in ('chat', 'email')
     and exists (select from messages m where m.account_id = $1 and m.conversation_id = c.id and m.customer_id is not null)
   order by c.id for key share of c
   on conflict (account_id, conversation_id, asked_at) do nothing
   returning conversation_id`,
)

/** A closing that was undone at once was never a question. */
const withdraw = defineStatement<Asked>(
  'ratings.withdraw',
  `delete from ratings r using conversations c
   where r.account_id = $1 and r.conversation_id = any($2::uuid[]) and r.score is null and r.mail_at is not null
     and c.account_id = $1 and c.id = r.conversation_id and c.status = 'open'
   returning r.conversation_id`,
)
