/** What the chat takes over while it is shown, under the names of the widget's options. */
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
  /** Whether the team counts as away, whoever is there. */
  away?: boolean
}

/** What a page says about the widget on it; the widget's own page of the documentation has the whole list. */
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

/** Puts the widget on this page the way any site does. Answers how to take it off again. */
export function embedWidget(config: WidgetConfig): () => void {
  const own = { config }
  window.Papercups = own
  const script = document.createElement('script')
  script.src = '/widget.js'
  script.async = true
  document.head.append(script)

  const takeOff = () => {
    document.getElementById('PapercupsChatWidget')?.remove()
    if (window.Papercups === own) delete window.Papercups
  }
  let loaded = false
  let gone = false
  // A script that is on its way runs all the same, and fails without its configuration.
  script.onload = () => {
    loaded = true
    if (gone && window.Papercups === own) takeOff()
  }
  return () => {
    gone = true
    script.remove()
    if (loaded) takeOff()
  }
}
