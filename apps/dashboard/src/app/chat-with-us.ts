import { useCallback, useEffect, useRef } from 'react'
import { embedWidget } from '../entities/widget/embed-widget.js'
import { env } from '../lib/env.js'
import { useMe } from '../entities/user/me.js'

/** Embeds the operator's own widget. Returns a function that opens it. It is removed with the dashboard. */
export function useChatWithUs(available: boolean): () => void {
  const { email } = useMe()
  const remove = useRef<(() => void) | null>(null)

  useEffect(() => {
    if (!available) removeWidget(remove)
  }, [available])
  useEffect(() => () => removeWidget(remove), [])

  return useCallback(() => {
    if (!env.demo_account_id) return
    const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
    if (remove.current) return void window.dispatchEvent(new Event('papercups:open'))
    remove.current = embedWidget({
      token: env.demo_account_id,
      baseUrl: window.location.origin,
      hideToggleButton: true,
      customer: { email },
      onChatLoaded: (widget) => widget.open(),
      onChatClosed: () => opener?.focus(),
    })
  }, [email])
}

function removeWidget(remove: { current: (() => void) | null }) {
  remove.current?.()
  remove.current = null
}
