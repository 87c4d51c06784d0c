import type { BulkOperation, Tag } from '@papercups/contract'
import type { ConversationRow } from '../../entities/conversation/conversations.js'

export type BulkChange = Omit<BulkOperation, 'id'>

/** The fields of a cached conversation that an operation changes, before the server has confirmed it. */
export function applyChange(row: ConversationRow, change: BulkChange, tags: readonly Tag[]): Partial<ConversationRow> {
  const { status, priority, assignee_id, archived, snooze, add_tag_ids: added, remove_tag_ids: removed } = change
  return {
    ...(status && { status }),
    ...(priority && { priority }),
    ...(assignee_id !== undefined && { assignee_id }),
    ...(archived !== undefined && { archived_at: archived ? new Date().toISOString() : null }),
    ...(snooze !== undefined && {
      snoozed_at: snooze && new Date().toISOString(),
      snoozed_until: snooze && snooze.until,
    }),
    ...((added || removed) && { tags: retag(row.tags, tags, added ?? [], removed ?? []) }),
  }
}

function retag(own: readonly Tag[], known: readonly Tag[], added: readonly string[], removed: readonly string[]) {
  const missing = known.filter((tag) => added.includes(tag.id) && !own.some((each) => each.id === tag.id))
  return [...own.filter((tag) => !removed.includes(tag.id)), ...missing]
}

/** The text of the notice that offers Undo. */
export function describeChange(change: BulkChange, count: number) {
  const { status, priority, assignee_id, archived, snooze, add_tag_ids } = change
  const what = count === 1 ? '1 conversation' : `${count} conversations`
  if (archived !== undefined) return `${what} ${archived ? 'deleted' : 'restored'}`
  if (snooze) return `${what} snoozed`
  if (status) return `${what} ${status === 'closed' ? 'closed' : 're-opened'}`
  if (priority) return priority === 'priority' ? `${what} marked as priority` : `Priority removed from ${what}`
  if (add_tag_ids) return `${what} tagged`
  return assignee_id ? `${what} assigned` : `${what} unassigned`
}
