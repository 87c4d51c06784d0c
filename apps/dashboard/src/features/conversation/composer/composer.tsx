import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import type { ConversationRow } from '../../../entities/conversation/conversations.js'
import { lazyPart } from '../../../ui/lazy-part.js'
import { useMe } from '../../../entities/user/me.js'
import { messagesQuery } from '../thread/messages-query.js'
import { Attachments } from './attachments.js'
import { answersSince } from './collision.js'
import { CollisionBar } from './collision-bar.js'
import styles from './composer.module.css'
import { isBlank } from './drafts.js'
import { areValid } from './valid-recipients.js'
import { insertText } from './insert-text.js'
import { ScheduledMessages } from './schedule/scheduled-messages.js'
import { TextField } from './text-field.js'
import { Toolbar } from './toolbar.js'
import { useDeliver } from './use-deliver.js'
import { useDraft } from './use-draft.js'
import { useFileDrop } from './use-file-drop.js'
import { useTyping } from './use-typing.js'
import { useUploads } from './use-uploads.js'

const Recipients = lazyPart(async () => (await import('./recipients.js')).Recipients)
const PickTime = lazyPart(async () => (await import('./schedule/pick-time.js')).PickTime)

/** Needs the conversation's id as its key, because a draft belongs to one conversation. */
export function Composer({ conversation }: { conversation: Pick<ConversationRow, 'id' | 'source'> }) {
  const conversationId = conversation.id
  const { id: userId } = useMe()
  const { data: messages } = useQuery(messagesQuery(conversationId))
  const draft = useDraft(conversationId, messages)
  const { mode, text } = draft
  const { pending, add } = useUploads(draft.key, mode, text.files.length)
  const deliver = useDeliver(conversationId, draft)
  const typing = useTyping(conversationId)
  const [picking, setPicking] = useState(false)
  // The fields of the recipients close with each message.
  const [sent, setSent] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const keepEditing = useRef<HTMLButtonElement>(null)
  const above = useFileDrop(form, add)

  const blank = isBlank(text)
  const ready = !blank && pending.length === 0 && !deliver.pending && areValid(text.email)
  const answers = mode === 'reply' && !blank ? answersSince(messages ?? [], draft.seen_seq, userId) : []

  function submit({ despite = false } = {}) {
    if (!ready) return
    if (answers.length > 0 && !despite) return keepEditing.current?.focus()
    deliver.send()
    setSent(sent + 1)
    field.current?.focus()
  }

  const sendAt = (at: Date) => deliver.sendAt(at, () => setPicking(false))

  function insert(words: string) {
    if (field.current) insertText(field.current, words)
  }

  function openList(sign: string) {
    const before = field.current?.value.slice(0, field.current.selectionStart) ?? ''
    insert(/(^|\s)$/.test(before) ? sign : ` ${sign}`)
  }

  return (
    <div className={styles.area}>
      <ScheduledMessages conversationId={conversationId} />
      <form
        className={styles.composer}
        ref={form}
        data-note={mode === 'note' || undefined}
        aria-label="Write a message"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <CollisionBar
          answers={answers}
          keepRef={keepEditing}
          onSend={() => submit({ despite: true })}
          onKeep={() => {
            draft.catchUp()
            field.current?.focus()
          }}
        />
        {conversation.source === 'email' && mode === 'reply' && (
          <Suspense fallback={<div className={styles.recipientsSpace} />}>
            <Recipients
              key={sent}
              conversationId={conversationId}
              chosen={text.email}
              onChoose={(email) => draft.write({ email })}
            />
          </Suspense>
        )}
        <TextField
          field={field}
          mode={mode}
          body={text.body}
          onWrite={(body) => {
            draft.write({ body })
            typing(mode)
          }}
          onMention={draft.addMention}
          onSubmit={submit}
          onFiles={add}
        />
        <Attachments
          files={text.files}
          pending={pending}
          onRemove={(file) => draft.write({ files: text.files.filter((each) => each.id !== file.id) })}
        />
        <Toolbar
          mode={mode}
          ready={ready}
          onMode={draft.switchTo}
          onInsert={insert}
          onSign={openList}
          onFiles={add}
          onSendAt={sendAt}
          onPickTime={() => setPicking(true)}
        />
      </form>
      {above && <div className={styles.drop}>Drop files to attach them</div>}
      {picking && (
        <Suspense>
          <PickTime
            title="Send later"
            confirm="Schedule"
            pending={deliver.pending}
            onConfirm={({ at }) => sendAt(at)}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
