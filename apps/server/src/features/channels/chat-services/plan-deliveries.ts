import type { AccountTransaction } from '../../../platform/account.js'
import type { Feature, GatheredReaction, LoggedEvent, Worker } from '../../../platform/feature.js'
import { defineStatement } from '../../../platform/statement.js'
import type { ChatService } from './chat-service.js'
import { announceDeliveries } from './delivery-state.js'

/** Reactions to the event log that store what is to be sent to one service. */
export function createPlans(
  { id, only_answers = false }: Pick<ChatService<never>, 'id' | 'only_answers'>,
  worker: Worker,
): NonNullable<Feature['gathered']> {
  const plan = (verb: string, statements: PlanStatement[], idsOf: (events: LoggedEvent[]) => unknown[]) => {
    const reaction: GatheredReaction = async (account, events) => {
      if (!(await isConnected(account, id))) return
      const planned: Planned[] = []
      for (const statement of statements) planned.push(...(await account.run(statement, id, ...idsOf(events))))
      if (planned.length > 0) account.wakeWorker(worker)
      await announceDeliveries(
        account,
        planned.flatMap(({ id, failure }) => (failure ? id : [])),
      )
    }
    // A failed reaction is stored by its name.
    return [Object.defineProperty(reaction, 'name', { value: `${id}.${verb}` })]
  }
  return {
    'message:created': plan('plan-messages', [planReplies, only_answers ? planAnswers : planSupport], (events) => [
      events.map(({ payload }) => String(payload.message_id)),
      [...new Set(events.map(conversationOf))],
    ]),
    'message:edited': plan('plan-edits', [planEdits], (events) => [
      events.map(({ payload }) => String(payload.message_id)),
    ]),
    'message:deleted': plan('plan-removals', [planRemovals], (events) => [
      events.map(({ payload }) => String(payload.message_id)),
      events.map(({ payload }) => String(payload.source)),
    ]),
    'conversation:updated': plan('plan-states', [planStates], (events) => [[...new Set(events.map(conversationOf))]]),
  }
}

const conversationOf = ({ payload }: LoggedEvent) => String(payload.conversation_id)

async function isConnected(account: AccountTransaction, service: string) {
  const connections = account.from('connected_services').select('id').where('service', '=', service).limit(1)
  return (await connections.executeTakeFirst()) !== undefined
}

interface Planned {
  id: string
  /** Of a connection that does not work. The team sees it at the message. */
  failure?: string | null
}

type PlanStatement = ReturnType<typeof defineStatement<Planned>>

/** A conversation without a thread gets one with its earlier messages: at most this many. */
const CAUGHT_UP = 100

/**
 * To the channel of the inbox, private notes too. A message that is already in the channel came from there. What was
 * written in a customers' channel of another service stays in that service.
 */
const planReplies = defineStatement<Planned>(
  'chat-services.plan-replies',
  `insert into service_deliveries (account_id, connection_id, conversation_id, message_id, channel_id, kind, failure)
   select $1, s.id, c.id, m.id, s.channel_id, 'message', s.failure
   from conversations c
   join connected_services s on s.account_id = $1 and s.service = $2 and s.kind = 'reply' and s.channel_id is not null
     and (s.inbox_id = c.inbox_id or s.inbox_id is null and (c.inbox_id is null or exists (
       select from inboxes i where i.account_id = $1 and i.id = c.inbox_id and i.is_primary)))
   join messages m on m.account_id = $1 and m.conversation_id = c.id
   where c.account_id = $1 and c.id = any ($4::uuid[])
     and (m.id = any ($3::uuid[]) or m.seq > c.last_seq - ${CAUGHT_UP}
       and not exists (select from service_threads t where t.account_id = $1 and t.conversation_id = c.id
         and t.service = $2 and t.channel_id = s.channel_id)
       and not exists (select from service_deliveries d
         where d.account_id = $1 and d.conversation_id = c.id and d.connection_id = s.id))
     and not exists (select from service_deliveries d
       where d.account_id = $1 and d.message_id = m.id and d.connection_id = s.id)
     and not exists (select from service_posts p where p.account_id = $1 and p.message_id = m.id
       and p.service = $2 and p.channel_id = s.channel_id)
     and (m.source = $2 or not exists (select from service_posts p
       where p.account_id = $1 and p.message_id = m.id and p.service = m.source
         and not exists (select from connected_services r where r.account_id = $1 and r.service = p.service
           and r.kind = 'reply' and r.channel_id = p.channel_id)))
   order by c.id, m.seq
   returning id, failure`,
)

const planBack = (
  messages: 'support' | 'answers',
) => `insert into service_deliveries (account_id, connection_id, conversation_id, message_id, channel_id, kind, failure)
   select $1, s.id, m.conversation_id, m.id, t.channel_id, 'message', s.failure
   from messages m
   join service_threads t on t.account_id = $1 and t.conversation_id = m.conversation_id and t.service = $2
   join connected_services s on s.account_id = $1 and s.id = (
     select z.id from connected_services z
     where z.account_id = $1 and z.service = $2 and z.kind = 'support'
       and (z.channel_id = t.channel_id or z.team_id = t.team_id)
     order by z.channel_id = t.channel_id desc nulls last, z.created_at desc limit 1)
   where m.account_id = $1 and m.id = any ($3::uuid[]) and m.conversation_id = any ($4::uuid[]) and not m.private
     and not exists (select from connected_services r
       where r.account_id = $1 and r.service = $2 and r.kind = 'reply' and r.channel_id = t.channel_id)
     and not exists (select from service_posts p where p.account_id = $1 and p.message_id = m.id
       and p.service = $2 and p.channel_id = t.channel_id)
     ${messages === 'answers' ? 'and m.customer_id is null' : ''}
   order by m.conversation_id, m.seq
   returning id, failure`

/** Back to the channel in which the customer wrote. Never a private note. */
const planSupport = defineStatement<Planned>('chat-services.plan-support', planBack('support'))

/** The same, without what the customer wrote elsewhere. */
const planAnswers = defineStatement<Planned>('chat-services.plan-answers', planBack('answers'))

/** Of messages that were sent. One that still waits is sent with its new text. */
const planEdits = defineStatement<{ id: string }>(
  'chat-services.plan-edits',
  `insert into service_deliveries (account_id, connection_id, conversation_id, message_id, channel_id, kind)
   select distinct $1::uuid, d.connection_id, d.conversation_id, d.message_id, d.channel_id, 'edit'
   from service_deliveries d
   join connected_services s on s.account_id = $1 and s.id = d.connection_id and s.service = $2
   where d.account_id = $1 and d.message_id = any ($3::uuid[]) and d.kind = 'message' and (d.status = 'sent' or d.begun)
   returning id`,
)

/** Of our own posts. What people wrote in the service is theirs to delete. */
const planRemovals = defineStatement<{ id: string }>(
  'chat-services.plan-removals',
  `insert into service_deliveries (account_id, connection_id, conversation_id, channel_id, kind, post_ids)
   select $1, s.id, p.conversation_id, p.channel_id, 'removal', array_agg(p.post_id order by p.position)
   from unnest($3::uuid[], $4::text[]) as gone (message_id, source)
   join service_posts p on p.account_id = $1 and p.message_id = gone.message_id and p.service = $2
   left join service_threads t on t.account_id = $1 and t.conversation_id = p.conversation_id
     and t.service = $2 and t.channel_id = p.channel_id
   join connected_services s on s.account_id = $1 and s.id = (
     select z.id from connected_services z
     where z.account_id = $1 and z.service = $2
       and (z.channel_id = p.channel_id or z.kind = 'support' and z.team_id = t.team_id)
     order by z.channel_id = p.channel_id desc nulls last, z.created_at desc limit 1)
   where gone.source <> $2
   group by s.id, p.conversation_id, p.channel_id, p.message_id
   returning id`,
)

/** Of conversations whose thread shows another state, or whose first post is on its way. */
const planStates = defineStatement<{ id: string }>(
  'chat-services.plan-states',
  `insert into service_deliveries (account_id, connection_id, conversation_id, channel_id, kind)
   select $1, s.id, c.id, s.channel_id, 'state'
   from conversations c
   join connected_services s on s.account_id = $1 and s.service = $2 and s.kind = 'reply' and s.channel_id is not null
   where c.account_id = $1 and c.id = any ($3::uuid[])
     and (exists (select from service_threads t where t.account_id = $1 and t.conversation_id = c.id
         and t.service = $2 and t.channel_id = s.channel_id
         and t.shown_state is distinct from concat(c.status, '|', c.assignee_id, '|', c.first_replied_at is not null))
       or exists (select from service_deliveries d where d.account_id = $1 and d.conversation_id = c.id
         and d.connection_id = s.id and d.kind = 'message' and d.status = 'waiting'))
     and not exists (select from service_deliveries d where d.account_id = $1 and d.conversation_id = c.id
       and d.connection_id = s.id and d.kind = 'state' and d.status = 'waiting' and not d.begun)
   returning id`,
)
