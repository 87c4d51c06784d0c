/** What a page says about the widget on it; the widget's own page of the documentation has the whole list. */
export interface WidgetConfig {
  token: string
  baseUrl: string
  title?: string
  subtitle?: string
  primaryColor?: string
  hideToggleButton?: boolean
  customer?: { name?: string; email?: string }
  onChatLoaded?: (commands: { open(): void }) => void
  onChatClosed?: () => void
}

declare global {
  interface Window {
    Papercups?: { config: WidgetConfig }
  }
}

/** Puts the widget on this page the way any site does. Answers how to take it off again. */
export function embedWidget(config: WidgetConfig): () => void {
  window.Papercups = { config }
  const script = document.createElement('script')
  script.src = '/widget.js'
  script.async = true
  document.head.append(script)

  return () => {
    script.remove()
    document.getElementById('PapercupsChatWidget')?.remove()
    delete window.Papercups
  }
}
