import { Textarea } from '@mantine/core'
import { Suspense, useId, useRef, useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { isComposing } from '../../../lib/is-composing.js'
import { lazyPart } from '../../../ui/lazy-part.js'
import type { Choice, TakeKey } from './choice-list.js'
import type { Mode } from './drafts.js'
import { insertText } from './insert-text.js'
import type { Mentioned } from '../../../entities/message/mentioned-names.js'
import { useTrigger } from './use-trigger.js'

const Suggestions = lazyPart(async () => (await import('./suggestions.js')).Suggestions)

interface Props {
  field: RefObject<HTMLTextAreaElement | null>
  mode: Mode
  body: string
  onWrite: (body: string) => void
  onMention: (mentioned: Mentioned) => void
  onSubmit: () => void
  /** Null if uploads are turned off. */
  onFiles: ((files: File[]) => void) | null
}

/** The text field with its suggestion lists. */
export function TextField({ field, mode, body, onWrite, onMention, onSubmit, onFiles }: Props) {
  const { trigger, ...caret } = useTrigger(body)
  const [activeOption, setActiveOption] = useState<string>()
  const listTakes = useRef<TakeKey>(null)
  const listId = useId()
  const navigate = useNavigate()

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onSubmit()
    else if (!listTakes.current?.(event)) return
    event.preventDefault()
    // A handled key must not trigger a page shortcut, too.
    event.stopPropagation()
  }

  function onPaste(event: ClipboardEvent) {
    const { files, types } = event.clipboardData
    // Pasted tables and formatted text come with an image of themselves, which is not wanted.
    if (!onFiles || files.length === 0 || types.includes('text/plain')) return
    event.preventDefault()
    onFiles([...files])
  }

  function choose({ text, mentioned, to }: Choice) {
    if (!field.current || !trigger) return
    if (to) return void navigate(to)
    insertText(field.current, text, trigger.start, trigger.end)
    if (mentioned) onMention(mentioned)
    // Without this the list would open again for longer names.
    caret.dismiss()
  }

  return (
    <>
      <Textarea
        ref={field}
        aria-label={mode === 'note' ? 'Private note' : 'Reply'}
        placeholder={mode === 'note' ? 'Only your team will see this note…' : 'Write a reply…'}
        variant="unstyled"
        size="md"
        autosize
        minRows={2}
        maxRows={4}
        px={4}
        dir="auto"
        aria-autocomplete="list"
        aria-controls={activeOption && listId}
        aria-activedescendant={activeOption}
        value={body}
        onChange={({ currentTarget }) => {
          onWrite(currentTarget.value)
          caret.follow(currentTarget)
        }}
        onSelect={({ currentTarget }) => caret.follow(currentTarget)}
        onBlur={caret.forget}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {trigger && (
        <Suspense>
          <Suggestions
            id={listId}
            trigger={trigger}
            takeKey={listTakes}
            onActive={setActiveOption}
            onChoose={choose}
            onDismiss={caret.dismiss}
          />
        </Suspense>
      )}
    </>
  )
}
