import type { Inbox, WidgetSettings, WidgetSettingsChanges } from '@papercups/contract'
import { useDebouncedCallback } from '@mantine/hooks'
import { notifyManager, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../lib/api.js'
import { widgetSettingsQuery } from './widget-settings-query.js'

export type SaveStatus = 'untouched' | 'saving' | 'saved'

/** Milliseconds after the last change. */
const DEBOUNCE_MS = 400

/**
 * Shows the typed values and saves them after a pause, or at once with `flush`. It sends all unsaved values, so the values of a failed save are sent again with the next one.
 */
export function useAutosave(inbox: Inbox, saved: WidgetSettings) {
  const cache = useQueryClient()
  const [draft, setDraft] = useState<WidgetSettingsChanges>({})
  const latest = useRef(draft)
  const keep = (draft: WidgetSettingsChanges) => setDraft((latest.current = draft))

  const save = useMutation({
    // One at a time, or an older value could be stored last.
    scope: { id: `widget-settings-${inbox.id}` },
    mutationFn: (changes: WidgetSettingsChanges) =>
      api.put('/widget_settings', { body: { widget_settings: { ...changes, inbox_id: inbox.id } } }),
    onSuccess(settings, sent) {
      cache.setQueryData(widgetSettingsQuery(inbox).queryKey, (known) => known && { ...known, ...settings })
      // The page gets the saved values with the next turn. Without the draft it would show the old ones until then.
      notifyManager.schedule(() => keep(without(latest.current, sent)))
    },
  })
  const send = () => save.mutate(latest.current)
  const sendLater = useDebouncedCallback(send, { delay: DEBOUNCE_MS, flushOnUnmount: true })

  return {
    values: { ...saved, ...(draft as Partial<WidgetSettings>) },
    change(changes: WidgetSettingsChanges) {
      keep({ ...latest.current, ...changes })
      sendLater()
    },
    flush: sendLater.flush,
    retry: send,
    error: save.error,
    state: stateOf(Object.keys(draft).length > 0, save.isSuccess),
  }
}

const stateOf = (unsaved: boolean, succeeded: boolean): SaveStatus =>
  unsaved ? 'saving' : succeeded ? 'saved' : 'untouched'

/** Keeps values that have changed again since they were sent. */
const without = (draft: WidgetSettingsChanges, sent: WidgetSettingsChanges): WidgetSettingsChanges =>
  Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => value !== sent[name as keyof WidgetSettingsChanges]),
  )
