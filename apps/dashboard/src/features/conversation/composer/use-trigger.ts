import { useState } from 'react'
import { findTrigger } from './find-trigger.js'

/** The sign that stands before the caret, until its writer waves the list away. */
export function useTrigger(body: string) {
  const [caret, setCaret] = useState<number | null>(null)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const found = caret === null ? null : findTrigger(body, caret)

  return {
    trigger: found?.start === dismissed ? null : found,
    follow({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
      const at = selectionStart === selectionEnd ? selectionStart : null
      setCaret(at)
      if (at === null || findTrigger(value, at)?.start !== dismissed) setDismissed(null)
    },
    dismiss: () => setDismissed(found?.start ?? null),
    /** Somebody went elsewhere. */
    forget: () => setCaret(null),
  }
}
