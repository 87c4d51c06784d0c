import type { ConversationRow } from './present.js'

type Tracked = Pick<ConversationRow, 'status' | 'assignee_id' | 'archived_at'>
export interface ChangedTags {
  added_tag_ids?: string[]
  removed_tag_ids?: string[]
}

/** The new values for the event log: only states and ids that changed. */
export function newValuesOf(
  before: Tracked,
  after: Tracked,
  { added_tag_ids = [], removed_tag_ids = [] }: ChangedTags = {},
) {
  const became = {
    ...(before.status !== after.status && { status: after.status }),
    ...(before.assignee_id !== after.assignee_id && { assignee_id: after.assignee_id }),
    ...(!before.archived_at !== !after.archived_at && { archived: after.archived_at !== null }),
    ...(added_tag_ids.length > 0 && { added_tag_ids }),
    ...(removed_tag_ids.length > 0 && { removed_tag_ids }),
  }
  return Object.keys(became).length > 0 ? { became } : {}
}
