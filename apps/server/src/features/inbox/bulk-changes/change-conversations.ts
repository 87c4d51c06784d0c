import type { BulkOperation } from '@papercups/contract'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import { userActor } from '../../../platform/actor.js'
import { invalid, notFound } from '../../../platform/errors.js'
import { defineStatement } from '../../../platform/statement.js'
import { toConversationBasic, type ConversationRow } from '../conversations/present.js'
import { wakeLater } from '../snoozing/snooze-conversation.js'
import { tagsOf } from '../tags/queries.js'
import { planChange, type Planned } from './plan-change.js'

/** All or nothing. Returns the operations that undo the change. */
export function changeConversations(account: Account, operations: BulkOperation[], user_id: number) {
  const ids = operations.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw invalid({ operations: ['have the same conversation twice'] })
  return account.transaction(async (account) => {
    await requireOwnTags(account, operations)
    const before = await lockAll(account, ids)
    const tags = await tagsOf(account, ids)
    const planned = operations.map((operation) => {
      const row = before.get(operation.id)
      if (!row) throw notFound('Conversation')
      return planChange(operation, row, new Set(tags.get(operation.id)?.map(({ id }) => id)))
    })
    await write(account, planned, user_id)
    return planned.map(({ undo }) => undo)
  })
}

/** Always in the same order, so that two bulk changes cannot deadlock. */
async function lockAll(account: AccountTransaction, ids: string[]) {
  const rows = account.from('conversations').selectAll().where('id', 'in', ids).orderBy('id').forUpdate()
  return new Map((await rows.execute()).map((row) => [row.id, row]))
}

async function requireOwnTags(account: Account, operations: BulkOperation[]) {
  const named = new Set(
    operations.flatMap(({ add_tag_ids = [], remove_tag_ids = [] }) => [...add_tag_ids, ...remove_tag_ids]),
  )
  if (named.size === 0) return
  const known = await account
    .from('tags')
    .select('id')
    .where('id', 'in', [...named])
    .execute()
  if (known.length < named.size) throw invalid({ tag_ids: ['does not exist'] })
}

async function write(account: Account, planned: Planned[], user_id: number) {
  const links = (of: 'add_tag_ids' | 'remove_tag_ids') =>
    JSON.stringify(
      planned.flatMap(({ row, [of]: tags }) => tags.map((tag_id) => ({ conversation_id: row.id, tag_id }))),
    )
  const rows = await account.run(
    changeAll,
    JSON.stringify(planned.map(({ row, changed, new_values }) => ({ ...row, changed, new_values }))),
    links('add_tag_ids'),
    links('remove_tag_ids'),
    user_id,
    userActor(user_id),
  )
  const retagged = planned.filter(({ add_tag_ids, remove_tag_ids }) => add_tag_ids.length + remove_tag_ids.length > 0)
  const tags = await tagsOf(
    account,
    retagged.map(({ row }) => row.id),
  )
  const withTags = new Set(retagged.map(({ row }) => row.id))
  for (const row of rows) {
    const conversation = toConversationBasic(row)
    account.announce('conversation:updated', {
      conversation,
      ...(withTags.has(row.id) && { tags: tags.get(row.id) ?? [] }),
    })
  }
  for (const { row, changed } of planned) {
    if (changed.includes('snooze')) await wakeLater(account, row.id, row.snoozed_until)
  }
}

/** Up to two hundred conversations in one statement, with their tags and their rows in the event log. */
const changeAll = defineStatement<ConversationRow>(
  'bulk-changes.change-all',
  `
  with conversation as (
    update conversations c set
      status = o.status, priority = o.priority, assignee_id = o.assignee_id, closed_at = o.closed_at,
      archived_at = o.archived_at, snoozed_at = o.snoozed_at, snoozed_until = o.snoozed_until,
      last_activity_at = o.last_activity_at, updated_at = now()
    from jsonb_to_recordset($2::jsonb) as o (id uuid, status text, priority text, assignee_id bigint,
      closed_at timestamptz, archived_at timestamptz, snoozed_at timestamptz, snoozed_until timestamptz,
      last_activity_at timestamptz, changed jsonb, new_values jsonb)
    where c.account_id = $1 and c.id = o.id
    returning c.*, o.changed, o.new_values
  ), added as (
    insert into conversation_tags (account_id, conversation_id, tag_id, creator_id)
    select $1, o.conversation_id, o.tag_id, $5::bigint
    from jsonb_to_recordset($3::jsonb) as o (conversation_id uuid, tag_id uuid)
    on conflict do nothing
  ), removed as (
    delete from conversation_tags t using jsonb_to_recordset($4::jsonb) as o (conversation_id uuid, tag_id uuid)
    where t.account_id = $1 and t.conversation_id = o.conversation_id and t.tag_id = o.tag_id
  ), logged as (
    insert into events (account_id, conversation_id, type, payload, actor)
    select c.account_id, c.id, 'conversation:updated',
      jsonb_build_object('conversation_id', c.id, 'changed', c.changed) || c.new_values, $6
    from conversation c
  )
  select * from conversation`,
)
