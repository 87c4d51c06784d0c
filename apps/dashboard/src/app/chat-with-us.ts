import { useCallback, useEffect, useRef } from 'react'
import { embedWidget } from '../entities/widget/embed-widget.js'
import { env } from '../lib/env.js'
import { useMe } from '../entities/user/me.js'

/** Our own widget, opened from the menu and gone with the dashboard. Answers what opens it. */
export function useChatWithUs(available: boolean): () => void {
  const { email } = useMe()
  const remove = useRef<(() => void) | null>(null)

  useEffect(() => {
    if (!available) takeOff(remove)
  }, [available])
  useEffect(() => () => takeOff(remove), [])

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

function takeOff(remove: { current: (() => void) | null }) {
  remove.current?.()
  remove.current = null
}
