export type Post = (event: string, payload?: object) => void

/** The page around us: our launcher, a published one, or nobody (a WebView, or a tab of its own). */
export function connectParent(ts: string, debug: boolean, hear: (event: string, payload: unknown) => void): Post {
  const log: typeof console.log = (...parts) => debug && console.log('[Papercups]', ...parts)
  // In a WebView the parent is this very window, and would only hear itself.
  if (window.parent === window) return () => {}

  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || !data || typeof data !== 'object') return
    const { event, payload } = data as { event?: unknown; payload?: unknown }
    if (typeof event !== 'string') return
    log('page:', event, payload)
    hear(event, payload)
  })
  // Any site may carry the widget, so any origin may be above us.
  return (event, payload) => {
    log('chat:', event, payload)
    window.parent.postMessage({ event, payload: { ...payload, ...(ts && { ts }) } }, '*')
  }
}
