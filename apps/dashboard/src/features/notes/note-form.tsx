import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'
import { notesKey } from '../../entities/note/notes.js'
import { useMe } from '../../entities/user/me.js'
import { storage } from '../../lib/storage.js'
import styles from './notes.module.css'

/** Cmd or Ctrl with Enter saves; Enter alone starts a new line. */
export function NoteForm({ customerId, compact }: { customerId: string; compact: boolean }) {
  const [body, write] = useDraft(customerId)
  const [open, setOpen] = useState(!compact)
  const cache = useQueryClient()
  const save = useMutation({
    mutationFn: () => api.post('/notes', { body: { note: { body: body.trim(), customer_id: customerId } } }),
    async onSuccess() {
      await cache.invalidateQueries({ queryKey: notesKey })
      write('')
      if (compact) setOpen(false)
    },
  })
  const submit = () => {
    if (body.trim() && !save.isPending) save.mutate()
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    submit()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    submit()
  }

  if (!open) {
    return (
      <div>
        <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
          Add note
        </Button>
      </div>
    )
  }
  return (
    <form onSubmit={onSubmit} className={styles.form}>
      <Textarea
        aria-label="Write a note"
        placeholder="Write a note…"
        autosize
        minRows={4}
        maxRows={12}
        maxLength={20_000}
        autoFocus={compact}
        value={body}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {save.error && (
        <p role="alert" className={styles.refusal}>
          {describeError(save.error)}
        </p>
      )}
      <div className={styles.actions}>
        {compact && (
          <Button size="compact-sm" variant="default" onClick={() => setOpen(false)}>
            Cancel
          </Button>
        )}
        <Button type="submit" size="compact-sm" loading={save.isPending} disabled={!body.trim()}>
          Add note
        </Button>
      </div>
    </form>
  )
}

/** Kept in this browser: another tab or page unmounts the form. The user is part of the key, because teammates may share a browser. */
function useDraft(customerId: string) {
  const key = `papercups.note.${useMe().id}.${customerId}`
  const [body, setBody] = useState(() => storage.getItem(key) ?? '')
  function write(text: string) {
    setBody(text)
    if (text) storage.setItem(key, text)
    else storage.removeItem(key)
  }
  return [body, write] as const
}
