import type { IssueState } from '@papercups/contract'
import { TagChip } from '../../entities/tag/tag-chip.js'

export const STATES: Record<IssueState, { label: string; color: string | null }> = {
  unstarted: { label: 'Unstarted', color: null },
  in_progress: { label: 'In progress', color: '#fa8c16' },
  in_review: { label: 'In review', color: '#1890ff' },
  done: { label: 'Done', color: '#52c41a' },
  closed: { label: 'Closed', color: '#f5222d' },
}

export function IssueStateBadge({ state }: { state: IssueState }) {
  const { label, color } = STATES[state]
  return <TagChip name={label} color={color} />
}
