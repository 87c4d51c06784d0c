import type { ChatProps, WidgetSettings } from './props.js'

export const tokenOf = ({ token, accountId }: ChatProps) => token ?? accountId ?? ''

export const serverOf = ({ baseUrl = '' }: ChatProps) => baseUrl.replace(/\/+$/, '')

/** The chat's page. The default hosts of the published package no longer exist, as the launcher knows, too. */
export function frameOf({ iframeUrlOverride = '', ...props }: ChatProps) {
  const isGone = /^https?:\/\/(([\w-]+\.)*papercups\.io([:/]|$)|chat-window\.vercel)/i.test(iframeUrlOverride)
  return /^https?:\/\/./i.test(iframeUrlOverride) && !isGone ? iframeUrlOverride : `${serverOf(props)}/widget`
}

/** A change of account, inbox or server starts a new chat. */
export const chatKey = (props: ChatProps) =>
  JSON.stringify([tokenOf(props), props.inbox, serverOf(props), props.iframeUrlOverride])

/** Texts that the page computes from the account's settings. They win over the plain props. */
export async function defaultTexts(props: ChatProps): Promise<Partial<ChatProps>> {
  const { setDefaultTitle, setDefaultSubtitle, setDefaultGreeting } = props
  if (!setDefaultTitle && !setDefaultSubtitle && !setDefaultGreeting) return {}
  const settings = await fetchSettings(props)
  const [title, subtitle, greeting] = await Promise.all([
    setDefaultTitle?.(settings),
    setDefaultSubtitle?.(settings),
    setDefaultGreeting?.(settings),
  ])
  return { ...(title && { title }), ...(subtitle && { subtitle }), ...(greeting && { greeting }) }
}

/** Empty when the server cannot be reached. */
async function fetchSettings(props: ChatProps): Promise<WidgetSettings> {
  const query = new URLSearchParams({ account_id: tokenOf(props), ...(props.inbox && { inbox_id: props.inbox }) })
  try {
    const answer = await fetch(`${serverOf(props)}/api/widget_settings?${query.toString()}`)
    return ((await answer.json()) as { data: WidgetSettings }).data
  } catch {
    return {}
  }
}
