import { BlockList, isIP } from 'node:net'

/** One environment variable: its parser, its default and its row in docs/configuration.md. */
export interface Setting<T> {
  name: string
  /** Other names for the same thing; our own name wins when several are set. */
  also: readonly string[]
  /** Throws an Error whose message completes the sentence "NAME …". */
  read(text: string): T
  otherwise: T
  /** Describes the default where the value itself is not clear. */
  shown: string
  about: string
  /** Builds the text from variables of another shape. */
  assemble?: { names: readonly string[]; text(env: NodeJS.ProcessEnv): string | undefined }
}

export function setting<T>(
  name: string,
  given: Pick<Setting<T>, 'read' | 'otherwise' | 'about' | 'assemble'> & { also?: readonly string[]; shown?: string },
): Setting<T> {
  return { also: [], shown: String(given.otherwise ?? ''), ...given, name }
}

/** An empty variable is an unset one: compose files and panels write `NAME=` for "nothing". */
export const valueOf = (env: NodeJS.ProcessEnv, name: string) => env[name]?.trim() || undefined

export function readSetting<T>(env: NodeJS.ProcessEnv, one: Setting<T>, problems: string[]): T {
  const names = [one.name, ...one.also]
  const name = names.find((name) => valueOf(env, name)) ?? one.assemble?.names.find((name) => valueOf(env, name))
  const text = names.map((name) => valueOf(env, name)).find(Boolean) ?? one.assemble?.text(env)
  if (!text) return one.otherwise
  try {
    return one.read(text)
  } catch (error) {
    problems.push(`${name ?? one.name} ${error instanceof Error ? error.message : 'cannot be read'}.`)
    return one.otherwise
  }
}

const refuse = (sentence: string): never => {
  throw new Error(sentence)
}

export const text = (value: string) => value

export function flag(value: string): boolean {
  const word = value.toLowerCase()
  if (word === 'true' || word === '1') return true
  if (word === 'false' || word === '0') return false
  return refuse(`must be true or false, not "${value}"`)
}

export const wholeNumber = (least: number, most: number) => (value: string) =>
  /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most
    ? Number(value)
    : refuse(`must be a whole number from ${least} to ${most}, not "${value}"`)

export const oneOf =
  <const T extends string>(...words: T[]) =>
  (value: string): T =>
    words.find((word) => word === value.toLowerCase()) ?? refuse(`must be one of ${words.join(', ')}, not "${value}"`)

export const uuid = (value: string) =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value) ? value.toLowerCase() : refuse('must be a UUID')

/** A URL that may hold a password, so errors do not repeat it. */
export const address =
  (example: string, ...schemes: string[]) =>
  (value: string) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (!url || !schemes.includes(url.protocol) || !url.hostname) return refuse(`must be an address like ${example}`)
    return value
  }

/** All proxies, none, or the IPs and ranges to trust. */
export function proxies(value: string): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (/^(true|false)$/i.test(value)) return flag(value)
  // Fastify trusts no proxy for a number. A number is safe only if every request comes through the proxies.
  if (/^\d{1,2}$/.test(value)) return (_address, hop) => hop < Number(value)
  const ranges = value.split(',').map((range) => range.trim())
  const wrong = ranges.find((range) => !isRange(range))
  return wrong === undefined
    ? ranges
    : refuse(`must be true, false, a number of proxies, or addresses and ranges such as 10.0.0.0/8, not "${wrong}"`)
}

/** IPs and networks, separated by commas. */
export function networks(value: string): string[] {
  const ranges = value.split(',').map((range) => range.trim())
  const wrong = ranges.find((range) => !isNetwork(range))
  return wrong === undefined ? ranges : refuse(`must be addresses and ranges such as 10.0.0.0/8, not "${wrong}"`)
}

const isRange = (range: string) => ['loopback', 'linklocal', 'uniquelocal'].includes(range) || isNetwork(range)

function isNetwork(range: string) {
  const [ip = '', bits, ...more] = range.split('/')
  const family = isIP(ip)
  if (!family || more.length > 0) return false
  if (bits === undefined) return true
  if (!/^\d{1,3}$/.test(bits)) return false
  try {
    new BlockList().addSubnet(ip, Number(bits), family === 6 ? 'ipv6' : 'ipv4')
    return true
  } catch {
    return false
  }
}

export function longSecret(value: string) {
  if (value.length < 16) throw new Error('must have at least 16 characters')
  return value
}
