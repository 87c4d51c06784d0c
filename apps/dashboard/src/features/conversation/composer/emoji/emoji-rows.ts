import type { Emoji, EmojiGroup } from './emoji.js'

export const COLUMNS = 8

export interface Position {
  row: number
  column: number
}

/** The rows on the screen. Each group starts a new row. */
export const toRows = (groups: readonly EmojiGroup[]): Emoji[][] =>
  groups.flatMap(({ emojis }) =>
    Array.from({ length: Math.ceil(emojis.length / COLUMNS) }, (_, row) =>
      emojis.slice(row * COLUMNS, (row + 1) * COLUMNS),
    ),
  )

/** The position after an arrow key, or undefined for other keys. Stays at the ends. */
export function moveIn(rows: readonly Emoji[][], { row, column }: Position, key: string): Position | undefined {
  const width = (at: number) => rows[at]?.length ?? 0
  const within = (at: number) => ({ row: at, column: Math.min(column, width(at) - 1) })
  switch (key) {
    case 'ArrowUp':
      return row > 0 ? within(row - 1) : { row, column }
    case 'ArrowDown':
      return row < rows.length - 1 ? within(row + 1) : { row, column }
    case 'ArrowLeft':
      if (column > 0) return { row, column: column - 1 }
      return row > 0 ? { row: row - 1, column: width(row - 1) - 1 } : { row, column }
    case 'ArrowRight':
      if (column < width(row) - 1) return { row, column: column + 1 }
      return row < rows.length - 1 ? { row: row + 1, column: 0 } : { row, column }
    default:
      return undefined
  }
}
