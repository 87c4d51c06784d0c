import type { Inbox, WidgetSettings, WidgetSettingsChanges } from '@papercups/contract'
import { useDebouncedCallback } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../lib/api.js'
import { widgetSettingsQuery } from './widget-settings-query.js'

export type SaveStatus = 'untouched' | 'saving' | 'saved'

/** After the last change. */
const REST = 400

/**
 * Keeps what is typed on the screen and sends it once the typing rests, or at once with `flush`. Only what the server has not
 * taken yet is sent, so what a failure left behind goes along with the next attempt.
 */
export function useAutosave(inbox: Inbox, saved: WidgetSettings) {
  const cache = useQueryClient()
  const [draft, setDraft] = useState<WidgetSettingsChanges>({})
  const latest = useRef(draft)
  const keep = (draft: WidgetSettingsChanges) => setDraft((latest.current = draft))

  const save = useMutation({
    // One after the other, or an earlier word could be the last.
    scope: { id: `widget-settings-${inbox.id}` },
    mutationFn: (changes: WidgetSettingsChanges) =>
      api.put('/widget_settings', { body: { widget_settings: { ...changes, inbox_id: inbox.id } } }),
    onSuccess(settings, sent) {
      cache.setQueryData(widgetSettingsQuery(inbox).queryKey, (known) => known && { ...known, ...settings })
      keep(without(latest.current, sent))
    },
  })
  const send = () => save.mutate(latest.current)
  const sendLater = useDebouncedCallback(send, { delay: REST, flushOnUnmount: true })

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

/** What has been changed again since it was sent stays. */
const without = (draft: WidgetSettingsChanges, sent: WidgetSettingsChanges): WidgetSettingsChanges =>
  Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => value !== sent[name as keyof WidgetSettingsChanges]),
  )
