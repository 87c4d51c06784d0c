/** Texts from the page or from the account. */
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
/** Flags from the page or from the account. */
export const FLAGS = [
  'requireEmailUpfront',
  'showAgentAvailability',
  'isOutsideWorkingHours',
  'isBrandingHidden',
] as const

type Shared = Record<(typeof TEXTS)[number], string> & Record<(typeof FLAGS)[number], boolean>

/** The options in the frame's URL, from our launcher or a published one. */
export interface FrameOptions extends Shared {
  token: string
  inbox: string
  /** The launcher's own instance number; every message to it carries it back. */
  ts: string
  customerId: string
  /** The site's proof of the `external_id`: one of these, or none. */
  userHash: string
  identityToken: string
  /** Data about the visitor: page, browser, and the site's customer data. */
  visitor: Record<string, unknown>
  closeable: boolean
  mobile: boolean
  /** The language that the page asks for; otherwise the visitor's own. */
  locale: string
  /** The page's `color-scheme`, or what it asks for: `dark`, `light`, or anything else for the visitor's own. */
  theme: string
  /** The page wants no sound. */
  silent: boolean
  /** Whether files can be attached. */
  uploads: boolean
  /** Set only by the settings preview, to show the team as away. */
  away?: boolean
  /** The launcher is a published one. */
  published: boolean
  /** Show the chat at once, because this loader may never send "open". */
  alwaysOpen: boolean
  /** Log the messages between page and frame. */
  debug: boolean
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const isUuid = (text: string) => UUID.test(text)

/** Undefined without an account; then nothing is shown. `baseUrl` is ignored, because an attacker could set it. */
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
