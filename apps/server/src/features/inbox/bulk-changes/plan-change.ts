import type { BulkOperation } from '@papercups/contract'
import { invalid, notFound } from '../../../platform/errors.js'
import { toInstantOrNull } from '../../../platform/wire-time.js'
import { isRestorable } from '../conversations/archive-conversation.js'
import { newValuesOf } from '../conversations/new-values.js'
import type { ConversationRow } from '../conversations/present.js'
import { statusChanges } from '../conversations/update-conversation.js'

/** A locked conversation and its planned changes. */
export interface Planned {
  row: ConversationRow
  /** The names of the requested changes, for the event log. */
  changed: string[]
  new_values: ReturnType<typeof newValuesOf>
  add_tag_ids: string[]
  remove_tag_ids: string[]
  undo: BulkOperation
}

/** Decides everything before anything is written. The rows are locked, so nobody changes them meanwhile. */
export function planChange(operation: BulkOperation, before: ConversationRow, had: ReadonlySet<string>): Planned {
  const { id, add_tag_ids = [], remove_tag_ids = [], archived, snooze, ...fields } = operation
  const row = { ...before, ...fields, ...statusChanges(before, fields.status) }
  if (snooze !== undefined) Object.assign(row, snooze ? snoozedUntil(snooze.until) : AWAKE)
  if (snooze && row.status === 'closed') throw invalid({ snooze: ['must be open'] })
  if (archived === false && before.archived_at && !isRestorable(before)) throw notFound('Conversation')
  if (archived !== undefined) row.archived_at = archived ? (before.archived_at ?? new Date()) : null

  const has = new Set([...had].filter((tag) => !remove_tag_ids.includes(tag)).concat(add_tag_ids))
  const added = [...has].filter((tag) => !had.has(tag))
  const removed = [...had].filter((tag) => !has.has(tag))
  const undo: BulkOperation = {
    id,
    ...(fields.status && { status: before.status }),
    ...(fields.priority && { priority: before.priority }),
    ...(fields.assignee_id !== undefined && { assignee_id: before.assignee_id }),
    ...(archived !== undefined && { archived: before.archived_at !== null }),
    ...(isSnoozed(before) !== isSnoozed(row) || snooze !== undefined ? { snooze: snoozeOf(before) } : {}),
    ...(removed.length > 0 && { add_tag_ids: removed }),
    ...(added.length > 0 && { remove_tag_ids: added }),
  }
  const changed = Object.keys(operation).filter((key) => key !== 'id')
  const new_values = newValuesOf(before, row, { added_tag_ids: added, removed_tag_ids: removed })
  return { row, changed, new_values, add_tag_ids: added, remove_tag_ids: removed, undo }
}

const isSnoozed = ({ snoozed_at }: ConversationRow) => snoozed_at !== null

const snoozeOf = (row: ConversationRow) => (isSnoozed(row) ? { until: toInstantOrNull(row.snoozed_until) } : null)

const AWAKE = { snoozed_at: null, snoozed_until: null }

/** An undo may carry a time that has passed: then the conversation is not snoozed. */
function snoozedUntil(until: string | null) {
  const time = until === null ? null : new Date(until)
  const over = time !== null && time.getTime() <= Date.now()
  return over ? AWAKE : { snoozed_at: new Date(), snoozed_until: time }
}
