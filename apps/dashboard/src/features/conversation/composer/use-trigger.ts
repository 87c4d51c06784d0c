import { useState } from 'react'
import { findTrigger } from './find-trigger.js'

/** The trigger at the caret, until the user dismisses its list. */
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
    /** Call this when the field loses the focus. */
    forget: () => setCaret(null),
  }
}
