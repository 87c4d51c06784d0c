import type { MergeMoves } from '@papercups/contract'
import { defineStatement } from '../../../platform/statement.js'

/** Every table with an id and a customer. Messages follow their conversations. */
export const MOVED = [
  'conversations',
  'notes',
  'files',
  'browser_sessions',
  'customer_tags',
  'customer_issues',
  'customer_merges',
] as const
export type Moved = (typeof MOVED)[number]

interface Id {
  id: string
}

/** From $3 to $2. Links that $2 has already are skipped. */
export const moveAll = {
  conversations: moveAllOf('conversations'),
  notes: moveAllOf('notes'),
  files: moveAllOf('files'),
  browser_sessions: moveAllOf('browser_sessions'),
  customer_tags: moveAllOf('customer_tags', 'tag_id'),
  customer_issues: moveAllOf('customer_issues', 'issue_id'),
  customer_merges: moveAllOf('customer_merges'),
} satisfies Record<Moved, unknown>

function moveAllOf(table: Moved, once?: 'tag_id' | 'issue_id') {
  const unlessTheirs = once
    ? `and not exists (select from ${table} other
        where other.account_id = $1 and other.customer_id = $2 and other.${once} = moving.${once})`
    : ''
  return defineStatement<Id>(
    `customer-merge.move-${table}`,
    `update ${table} moving set customer_id = $2
     where account_id = $1 and customer_id = $3 ${unlessTheirs} returning id`,
  )
}

/** From $2 to $3: those of $4 that still exist. */
export const moveBack = {
  conversations: moveBackOf('conversations'),
  notes: moveBackOf('notes'),
  files: moveBackOf('files'),
  browser_sessions: moveBackOf('browser_sessions'),
  customer_tags: moveBackOf('customer_tags'),
  customer_issues: moveBackOf('customer_issues'),
  customer_merges: moveBackOf('customer_merges'),
} satisfies Record<Moved, unknown>

function moveBackOf(table: Moved) {
  return defineStatement<Id>(
    `customer-merge.move-back-${table}`,
    `update ${table} set customer_id = $3
     where account_id = $1 and customer_id = $2 and id = any($4::uuid[]) returning id`,
  )
}

/** Tags and issues that both had, so that an undo can give them to both again. */
export const sharedLinks = defineStatement<{ tag_ids: string[]; issue_ids: string[] }>(
  'customer-merge.shared-links',
  `select
    array(select tag_id from customer_tags where account_id = $1 and customer_id = $2)::text[] as tag_ids,
    array(select issue_id from customer_issues where account_id = $1 and customer_id = $2)::text[] as issue_ids`,
)

export const linkAgain = {
  tags: defineStatement(
    'customer-merge.tag-again',
    `insert into customer_tags (account_id, customer_id, tag_id)
     select account_id, $2, id from tags where account_id = $1 and id = any($3::uuid[])`,
  ),
  issues: defineStatement(
    'customer-merge.link-again',
    `insert into customer_issues (account_id, customer_id, issue_id)
     select account_id, $2, id from issues where account_id = $1 and id = any($3::uuid[])`,
  ),
}

/**
 * API scripts can write as any customer in any conversation. `strays` are messages of the merged customer ($3) outside
 * their own conversations ($4); `guests` are messages of the kept one ($2) in them.
 */
export const oddMessages = defineStatement<{ strays: string[]; guests: string[] }>(
  'customer-merge.odd-messages',
  `select
    array(select id from messages where account_id = $1 and customer_id = $3 and conversation_id <> all($4::uuid[]))::text[]
      as strays,
    array(select id from messages where account_id = $1 and customer_id = $2 and conversation_id = any($4::uuid[]))::text[]
      as guests`,
)

export const moveMessages = defineStatement(
  'customer-merge.move-messages',
  `update messages set customer_id = $2 where account_id = $1 and customer_id = $3`,
)

/** From $2 to $3: in these conversations ($4) also messages since the merge. */
export const moveMessagesBack = defineStatement(
  'customer-merge.move-messages-back',
  `update messages set customer_id = $3 where account_id = $1 and customer_id = $2
    and (conversation_id = any($4::uuid[]) and id <> all($6::uuid[]) or id = any($5::uuid[]))`,
)

/** Messages since the merge belong to the restored customer, also in the event log. */
export const renameActor = defineStatement(
  'customer-merge.rename-actor',
  `update events set actor = 'customer:' || $3::text
   where account_id = $1 and actor = 'customer:' || $2::text and conversation_id = any($4::uuid[])`,
)

export const countMoves = defineStatement<{ [Part in keyof MergeMoves]: number }>(
  'customer-merge.count-moves',
  `select
    (select count(*) from conversations where account_id = $1 and customer_id = $3)::int as conversations,
    (select count(*) from messages m join conversations c on c.account_id = m.account_id and c.id = m.conversation_id
      where c.account_id = $1 and c.customer_id = $3)::int as messages,
    (select count(*) from notes where account_id = $1 and customer_id = $3)::int as notes,
    (select count(*) from customer_tags t where t.account_id = $1 and t.customer_id = $3 and not exists (
      select from customer_tags o where o.account_id = $1 and o.customer_id = $2 and o.tag_id = t.tag_id))::int as tags,
    (select count(*) from customer_issues i where i.account_id = $1 and i.customer_id = $3 and not exists (
      select from customer_issues o where o.account_id = $1 and o.customer_id = $2 and o.issue_id = i.issue_id))::int
      as issues,
    (select count(*) from files where account_id = $1 and customer_id = $3)::int as files,
    (select count(*) from browser_sessions where account_id = $1 and customer_id = $3)::int as browser_sessions`,
)
