import type { ConversationRow } from './present.js'

type Turned = Pick<ConversationRow, 'status' | 'assignee_id' | 'archived_at'>
/** Tags that came, and tags that went. */
export interface Retagged {
  added_tag_ids?: string[]
  removed_tag_ids?: string[]
}

/** What the log says of a change beside the names of the fields: states and ids, and nothing of what stayed as it was. */
export function becameOf(before: Turned, after: Turned, { added_tag_ids = [], removed_tag_ids = [] }: Retagged = {}) {
  const became = {
    ...(before.status !== after.status && { status: after.status }),
    ...(before.assignee_id !== after.assignee_id && { assignee_id: after.assignee_id }),
    ...(!before.archived_at !== !after.archived_at && { archived: after.archived_at !== null }),
    ...(added_tag_ids.length > 0 && { added_tag_ids }),
    ...(removed_tag_ids.length > 0 && { removed_tag_ids }),
  }
  return Object.keys(became).length > 0 ? { became } : {}
}
