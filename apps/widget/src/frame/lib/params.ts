/** What the page says, or else the account. */
export const TEXTS = [
  'title',
  'subtitle',
  'primaryColor',
  'greeting',
  'awayMessage',
  'newMessagePlaceholder',
  'emailInputPlaceholder',
  'newMessagesNotificationText',
  'agentAvailableText',
  'agentUnavailableText',
  'companyName',
  'subscriptionPlan',
] as const
/** What the page or the account switches on. */
export const FLAGS = [
  'requireEmailUpfront',
  'showAgentAvailability',
  'isOutsideWorkingHours',
  'isBrandingHidden',
] as const

type Shared = Record<(typeof TEXTS)[number], string> & Record<(typeof FLAGS)[number], boolean>

/** What the frame is told in its address, by our launcher or by any of the published ones. */
export interface FrameOptions extends Shared {
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
  closeable: boolean
  mobile: boolean
  /** The language that the page asks for; otherwise the visitor's own. */
  locale: string
  /** The page's `color-scheme`, or what it asks for: `dark`, `light`, or anything else for the visitor's own. */
  theme: string
  /** The page wants no sound. */
  silent: boolean
  /** Files are taken. */
  uploads: boolean
  /** The page decides whether the team counts as away: one that shows how that looks. */
  away?: boolean
  /** The loader around us is not ours. */
  published: boolean
  /** Perhaps nobody will ever say "open": draw at once. */
  alwaysOpen: boolean
  /** What is said between the page and us is written to the console. */
  debug: boolean
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
    ...collect(TEXTS, text),
    ...collect(FLAGS, flag),
    closeable: !old && text('closeable') !== '0',
    mobile: flag('mobile'),
    locale: text('locale'),
    theme: text('theme'),
    silent: flag('disableSound'),
    uploads: true,
    published: text('version') < '2',
    alwaysOpen: old,
    debug: flag('debug'),
  }
}

/** For each name, what is read under it. */
export const collect = <Name extends string, Value>(names: readonly Name[], read: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Value>

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
