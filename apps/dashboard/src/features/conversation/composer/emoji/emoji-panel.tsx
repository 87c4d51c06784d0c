import { TextInput } from '@mantine/core'
import { memo, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { isComposing } from '../../../../lib/is-composing.js'
import styles from './emoji-panel.module.css'
import { emojiGroups, recentEmoji, rememberEmoji, searchEmoji, type Emoji, type EmojiGroup } from './emoji.js'
import { moveIn, toRows } from './emoji-rows.js'

const RECENT = 'Recent'

/** All emoji, with a search. The focus stays in the search; arrow keys move the choice. */
export function EmojiPanel({ onChoose, onLeave }: { onChoose: (emoji: string) => void; onLeave: () => void }) {
  const id = useId()
  const search = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const [position, setPosition] = useState({ row: 0, column: 0 })
  const [recent] = useState(() => ({ name: RECENT, emojis: recentEmoji() }))
  const groups = useMemo(() => toGroupRows(query.trim() ? found(query) : [recent, ...emojiGroups]), [query, recent])
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups])
  const active = rows[position.row]?.[position.column]
  const optionId = (row: number, column: number) => `${id}-${row}-${column}`

  // The panel loads after its popover has opened, so the popover cannot focus it.
  useEffect(() => search.current?.focus(), [])

  function choose(emoji: string) {
    rememberEmoji(emoji)
    onChoose(emoji)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    const next = moveIn(rows, position, event.key)
    if (next) {
      setPosition(next)
      document.getElementById(optionId(next.row, next.column))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      if (active) choose(active.emoji)
    } else if (event.key === 'Escape') onLeave()
    else return
    event.preventDefault()
  }

  function onClick({ target }: MouseEvent) {
    const emoji = target instanceof HTMLElement && target.closest<HTMLElement>('[role="option"]')?.dataset['emoji']
    if (emoji) choose(emoji)
  }

  return (
    <div className={styles.panel}>
      <TextInput
        size="xs"
        aria-label="Search emoji"
        placeholder="Search emoji"
        role="combobox"
        aria-expanded={rows.length > 0}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={active && optionId(position.row, position.column)}
        ref={search}
        maxLength={60}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setPosition({ row: 0, column: 0 })
          list.current?.scrollTo({ top: 0 })
        }}
        onKeyDown={onKeyDown}
      />
      {!query && (
        <div className={styles.groups} role="toolbar" aria-label="Groups">
          {groups.map(({ name, start, rows: [first] }) => (
            <button
              key={name}
              type="button"
              aria-label={name}
              title={name}
              onClick={() => {
                list.current?.querySelector(`[aria-label="${name}"]`)?.scrollIntoView({ block: 'start' })
                setPosition({ row: start, column: 0 })
              }}
            >
              {name === RECENT ? '🕘' : first?.[0]?.emoji}
            </button>
          ))}
        </div>
      )}
      <div
        className={styles.list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Emoji"
        tabIndex={-1}
        ref={list}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {groups.map(({ name, start, rows: own }) => (
          <div key={name} className={styles.group} role="group" aria-label={name}>
            <div className={styles.title} role="presentation">
              {name}
            </div>
            {own.map((row, index) => (
              <Row
                key={index}
                id={`${id}-${start + index}`}
                row={row}
                active={position.row === start + index ? position.column : -1}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={styles.name} role="status">
        {active?.name ?? 'No emoji found.'}
      </p>
    </div>
  )
}

const found = (query: string): EmojiGroup[] => [{ name: 'Found', emojis: searchEmoji(query) }]

/** Each group that is not empty, with its rows and the index of its first row. */
function toGroupRows(groups: readonly EmojiGroup[]) {
  let start = 0
  return groups
    .map((group) => ({ name: group.name, rows: toRows([group]) }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ name, rows }) => {
      start += rows.length
      return { name, rows, start: start - rows.length }
    })
}

/** There are about 2,000 emoji on the page, so only a changed row renders again. */
const Row = memo(function Row({ id, row, active }: { id: string; row: Emoji[]; active: number }) {
  return (
    <div className={styles.row} role="presentation">
      {row.map(({ emoji, name }, column) => (
        <span
          key={emoji}
          id={`${id}-${column}`}
          role="option"
          aria-label={name}
          aria-selected={column === active}
          title={name}
          data-emoji={emoji}
        >
          {emoji}
        </span>
      ))}
    </div>
  )
})
