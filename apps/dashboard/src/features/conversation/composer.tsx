import { Button, SegmentedControl, Textarea } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { useMe } from '../../lib/me.js'
import { shortcut } from '../../lib/shortcut.js'
import styles from './conversation.module.css'
import { readDraft, writeDraft, type ComposerDraft } from './drafts.js'
import { outbox } from './outbox.js'
import { useSend } from './use-outbox.js'

/** Give it the conversation's id as its key: a draft belongs to one conversation. */
export function Composer({ conversationId }: { conversationId: string }) {
  const { id: userId } = useMe()
  const send = useSend()
  const [draft, setDraft] = useState(() => readDraft(userId, conversationId))
  const blank = draft.body.trim() === ''

  function change(next: ComposerDraft) {
    setDraft(next)
    writeDraft(userId, conversationId, next)
  }

  function submit() {
    if (blank) return
    void outbox.send({ conversation_id: conversationId, user_id: userId, ...draft, body: draft.body.trim() }, send)
    change({ ...draft, body: '' })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }

  return (
    <form
      className={styles.composer}
      data-note={draft.private || undefined}
      aria-label="Write a message"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Textarea
        aria-label={draft.private ? 'Private note' : 'Reply'}
        placeholder={draft.private ? 'Only your team will see this note…' : 'Write a reply…'}
        variant="unstyled"
        size="md"
        autosize
        minRows={2}
        maxRows={4}
        px={4}
        dir="auto"
        value={draft.body}
        onChange={(event) => change({ ...draft, body: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <div className={styles.tools}>
        <SegmentedControl
          aria-label="Kind of message"
          size="xs"
          data={[
            { value: 'reply', label: 'Reply' },
            { value: 'note', label: 'Note' },
          ]}
          value={draft.private ? 'note' : 'reply'}
          onChange={(mode) => change({ ...draft, private: mode === 'note' })}
        />
        <span className={styles.hint}>{shortcut('↵')}</span>
        <Button type="submit" size="xs" disabled={blank}>
          {draft.private ? 'Add note' : 'Send'}
        </Button>
      </div>
    </form>
  )
}
