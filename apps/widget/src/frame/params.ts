/** What the frame is told in its address, by our launcher or by any of the published ones. */
export interface FrameOptions {
  token: string
  inbox: string
  /** The launcher's own instance number; every message to it carries it back. */
  ts: string
  customerId: string
  /** What the site's server vouches with for its `external_id`: one of these, or neither. */
  userHash: string
  identityToken: string
  /** What is known of the visitor: page, browser, and whatever the site said about the customer. */
  visitor: Record<string, unknown>
  title: string
  subtitle: string
  primaryColor: string
  greeting: string
  awayMessage: string
  newMessagePlaceholder: string
  emailInputPlaceholder: string
  newMessagesNotificationText: string
  agentAvailableText: string
  agentUnavailableText: string
  companyName: string
  subscriptionPlan: string
  requireEmailUpfront: boolean
  showAgentAvailability: boolean
  isOutsideWorkingHours: boolean
  isBrandingHidden: boolean
  closeable: boolean
  mobile: boolean
  /** The language that the page asks for; otherwise the visitor's own. */
  locale: string
  /** The page's `color-scheme`, or what it asks for: `dark`, `light`, or anything else for the visitor's own. */
  theme: string
  /** The page wants no sound. */
  silent: boolean
  /** The page decides whether the team counts as away: one that shows how that looks. */
  away?: boolean
  /** Perhaps nobody will ever say "open": draw at once. */
  alwaysOpen: boolean
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const isUuid = (text: string) => UUID.test(text)

/** Undefined without an account: then nothing is drawn. `baseUrl` is not read, a stranger could aim it elsewhere. */
export function readParams(search: string): FrameOptions | undefined {
  const params = new URLSearchParams(search)
  const text = (name: string) => params.get(name) ?? ''
  const flag = (name: string) => isOn(text(name))
  const token = text('token') || text('accountId')
  if (!isUuid(token)) return undefined

  const old = isOldLoader(text('version'))
  const customerId = text('customerId')
  return {
    token,
    inbox: isUuid(text('inbox')) ? text('inbox') : '',
    ts: text('ts'),
    customerId: isUuid(customerId) ? customerId : '',
    userHash: text('userHash'),
    identityToken: text('identityToken'),
    visitor: parseObject(text('metadata')),
    title: text('title'),
    subtitle: text('subtitle'),
    primaryColor: text('primaryColor'),
    greeting: text('greeting'),
    awayMessage: text('awayMessage'),
    newMessagePlaceholder: text('newMessagePlaceholder'),
    emailInputPlaceholder: text('emailInputPlaceholder'),
    newMessagesNotificationText: text('newMessagesNotificationText'),
    agentAvailableText: text('agentAvailableText'),
    agentUnavailableText: text('agentUnavailableText'),
    companyName: text('companyName'),
    subscriptionPlan: text('subscriptionPlan'),
    requireEmailUpfront: flag('requireEmailUpfront'),
    showAgentAvailability: flag('showAgentAvailability'),
    isOutsideWorkingHours: flag('isOutsideWorkingHours'),
    isBrandingHidden: flag('isBrandingHidden'),
    closeable: !old && text('closeable') !== '0',
    mobile: flag('mobile'),
    locale: text('locale'),
    theme: text('theme'),
    silent: flag('disableSound'),
    alwaysOpen: old,
  }
}

export const isOn = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true'

/** Component by component, as the published frame compares: 1.0.20 counts as new, 2.0.0 too. */
export function isOldLoader(version: string) {
  const [major = NaN, minor = 0, patch = 0] = version.split('.').map((part) => parseInt(part, 10))
  return Number.isNaN(major) || (major <= 1 && minor <= 1 && patch <= 2)
}

export function parseObject(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    return value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
