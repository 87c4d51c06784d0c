import type { ConversationRow } from '../../entities/conversation/conversations.js'
import { isOnline, usePresence } from '../../entities/customer/presence.js'
import { ConversationItem } from './conversation-item.js'
import type { Selection } from './use-selection.js'

export interface RowsProps {
  rows: readonly ConversationRow[]
  openId: string | undefined
  selection: Selection
  /** The path of a row. */
  pathTo: (row: ConversationRow) => string
  /** Called when the pointer or the focus reaches a row, to preload its messages. */
  onApproach: (id: string) => void
  /** The height of rows that are not rendered. */
  above?: number
  below?: number
}

export function Rows({ rows, openId, selection, pathTo, onApproach, above = 0, below = 0 }: RowsProps) {
  const presence = usePresence()
  return (
    <ul style={{ paddingBlock: `${above}px ${below}px` }} data-part={above + below > 0 || undefined}>
      {rows.map((row) => (
        <ConversationItem
          key={row.id}
          row={row}
          to={pathTo(row)}
          open={row.id === openId}
          online={isOnline(presence, row.customer_id)}
          chosen={selection.has(row.id)}
          onChoose={selection.toggle}
          onApproach={onApproach}
        />
      ))}
    </ul>
  )
}
