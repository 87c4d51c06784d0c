import type { TimelineKind } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { StoredActor } from '../../../platform/actor.js'
import { defineStatement } from '../../../platform/statement.js'

export interface TimelineEvent {
  id: number
  type: string
  conversation_id: string | null
  payload: EventPayload
  actor: StoredActor | null
  created_at: Date
  /** For a message that begins an exchange: the number of its messages. */
  message_count: number | null
}

/** The log's payload. Older rows have fewer fields. */
export interface EventPayload {
  changed?: string[]
  became?: {
    status?: 'open' | 'closed'
    assignee_id?: number | null
    archived?: boolean
    company_id?: string | null
    state?: string
    score?: number
    added_tag_ids?: string[]
    removed_tag_ids?: string[]
  }
  note_id?: string
  issue_id?: string
  import_id?: string
}

export interface Wanted {
  kinds: readonly TimelineKind[]
  before: number | null | undefined
  limit: number
}

/** `names`: the customer's id first, then the ids of customers merged into them. */
export function findEvents(account: Account, names: string[], { kinds, before, limit }: Wanted) {
  return account.run(timelineEvents, names, kinds, before ?? Number.MAX_SAFE_INTEGER, limit)
}

/** The kinds of an event. One change can have several; an event without any is not shown. */
const KINDS = `array_remove(array[
  case when e.type = 'customer:visited' then 'visits' end,
  case when e.type in ('conversation:created', 'conversation:deleted')
    or e.payload -> 'became' ?| array['status', 'assignee_id', 'archived', 'score'] then 'conversations' end,
  case when e.type = 'message:created' then 'messages' end,
  case when e.type in ('note:created', 'note:updated', 'note:deleted') then 'notes' end,
  case when e.payload -> 'became' ?| array['added_tag_ids', 'removed_tag_ids'] then 'tags' end,
  case when e.type in ('issue:linked', 'issue:unlinked')
    or e.payload -> 'became' ->> 'state' in ('done', 'closed') then 'issues' end,
  case when e.type in ('customer:created', 'customer:merged', 'customer:unmerged')
    or e.type = 'customer:updated' and (e.payload -> 'changed') - 'tags' <> '[]' then 'details' end
], null)`

/** Has to be the condition of the partial index. */
const RELEVANT = `(e.type = 'conversation:created' or e.payload ?| array['became', 'begins'])`
const COLUMNS = `e.id, e.type, e.conversation_id, e.payload, e.actor, e.created_at`
const NEWEST = `and e.id < $4::bigint and ${KINDS} && $3::text[] order by e.id desc limit $5::int`

/**
 * The newest events of the customer, of their conversations and of the issues linked to them. Each is read from the end
 * of its index, so a long history costs no more than a short one.
 */
const timelineEvents = defineStatement<TimelineEvent>(
  'customer-timeline.events',
  `with found as (
    (select event.* from unnest($2::text[]) as person (id) cross join lateral (
      select ${COLUMNS} from events e where e.account_id = $1 and e.payload ? 'customer_id'
        and e.payload ->> 'customer_id' = person.id ${NEWEST}
    ) event)
    union all
    (select event.* from conversations c cross join lateral (
      select ${COLUMNS} from events e where e.account_id = $1 and e.conversation_id = c.id
        and e.conversation_id is not null and ${RELEVANT} ${NEWEST}
    ) event where c.account_id = $1 and c.customer_id = ($2::text[])[1]::uuid)
    union all
    (select event.* from customer_issues link cross join lateral (
      select ${COLUMNS} from events e where e.account_id = $1 and e.type = 'issue:updated' and e.payload ? 'became'
        and e.payload ->> 'issue_id' = link.issue_id::text and e.created_at >= link.created_at ${NEWEST}
    ) event where link.account_id = $1 and link.customer_id = ($2::text[])[1]::uuid)
  ), page as (
    select * from found order by id desc limit $5::int
  )
  select page.*, case when page.type = 'message:created'
    then coalesce(later.seq, c.last_seq + 1) - (page.payload ->> 'seq')::bigint end as message_count
  from page
  left join conversations c on c.account_id = $1 and c.id = page.conversation_id
  left join lateral (
    select (e.payload ->> 'seq')::bigint as seq from events e
    where page.type = 'message:created' and e.account_id = $1 and e.conversation_id = page.conversation_id
      and e.conversation_id is not null and ${RELEVANT} and e.type = 'message:created' and e.id > page.id
    order by e.id limit 1
  ) later on true
  order by page.id desc`,
)

/** The last visit under any of the ids. */
export const lastVisit = defineStatement<{ id: number }>(
  'customer-timeline.last-visit',
  `select id from events where account_id = $1 and payload ? 'customer_id' and payload ->> 'customer_id' = any($2::text[])
    and type = 'customer:visited' order by id desc limit 1`,
)
