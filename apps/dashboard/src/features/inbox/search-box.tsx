import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import styles from './inbox.module.css'

/** Waits for the next key. */
const PAUSE = 200
const LONGEST = 500

export function SearchBox({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q)
  const asked = useRef(q)
  const ask = (next: string) => {
    asked.current = next
    onSearch(next)
  }
  const askSoon = useDebouncedCallback(ask, PAUSE)

  // The URL has changed from outside: another list was opened, or the user went back.
  useEffect(() => {
    if (q === asked.current) return
    asked.current = q
    setText(q)
  }, [q])

  function type(next: string) {
    setText(next)
    askSoon(next.trim())
  }
  function clear() {
    askSoon.cancel()
    setText('')
    ask('')
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && text) clear()
  }

  return (
    <TextInput
      className={styles.search ?? ''}
      type="search"
      size="sm"
      placeholder="Search messages..."
      aria-label="Search messages"
      maxLength={LONGEST}
      value={text}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
      rightSection={text && <CloseButton size="sm" aria-label="Clear the search" onClick={clear} />}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}
