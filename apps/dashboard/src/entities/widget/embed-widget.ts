/** Options that an open chat accepts at runtime. */
export interface LiveWidgetConfig {
  title?: string
  subtitle?: string
  primaryColor?: string
  greeting?: string
  awayMessage?: string
  newMessagePlaceholder?: string
  showAgentAvailability?: boolean
  agentAvailableText?: string
  agentUnavailableText?: string
  requireEmailUpfront?: boolean
  /** Shows the team as away, no matter who is online. */
  away?: boolean
}

/** Options in the code of a page. docs/embedding.md lists all of them. */
export interface WidgetConfig extends Omit<LiveWidgetConfig, 'away'> {
  token: string
  baseUrl: string
  inbox?: string
  iconVariant?: string
  isOpenByDefault?: boolean
  hideToggleButton?: boolean
  styles?: { toggleContainer?: Record<string, string> }
  customer?: { name?: string; email?: string }
  onChatLoaded?: (commands: { open(): void }) => void
  onChatOpened?: () => void
  onChatClosed?: () => void
}

declare global {
  interface Window {
    Papercups?: { config: WidgetConfig }
  }
}

/** Embeds the widget as any site does. Returns a function that removes it. */
export function embedWidget(config: WidgetConfig): () => void {
  const own = { config }
  window.Papercups = own
  const script = document.createElement('script')
  script.src = '/widget.js'
  script.async = true
  document.head.append(script)

  const removeWidget = () => {
    document.getElementById('PapercupsChatWidget')?.remove()
    if (window.Papercups === own) delete window.Papercups
  }
  let loaded = false
  let gone = false
  // A script that is still loading cannot be stopped, and it fails without its configuration.
  script.onload = () => {
    loaded = true
    if (gone && window.Papercups === own) removeWidget()
  }
  return () => {
    gone = true
    script.remove()
    if (loaded) removeWidget()
  }
}
