import type { TSchema } from 'typebox'

/** The pattern of a text that needs at least one visible character. */
export const NOT_BLANK = '\\S'

/** How deep a free map may nest. Deeper ones are refused, not cut. */
const MAX_DEPTH = 32

/** The parts of a JSON schema that coercion uses. */
interface Shape {
  type?: string
  format?: string
  pattern?: string
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  items?: Shape
  required?: string[]
  /** Our keyword: numbers and booleans become text. */
  lenient?: boolean
  /** Our keyword: kept as it came, however deep. Not for values that go into a column. */
  as_sent?: boolean
}

/**
 * Converts input to the types of the schema by the rules that deployed clients rely on: digits for an integer, "true" for a
 * boolean, an empty string for "not given". Unknown keys are dropped. Other values are kept, for validation to refuse.
 */
export function coerce(schema: TSchema, value: unknown): unknown {
  return coerceTo(schema as Shape, value)
}

function coerceTo(shape: Shape, value: unknown): unknown {
  if (shape.as_sent) return value
  if (shape.anyOf) return coerceToEither(shape.anyOf, value)
  if (shape.type === 'object') return shape.properties ? coerceObject(shape, value) : cleanDeep(value, 0)
  if (shape.type === 'array')
    return Array.isArray(value) ? value.map((item) => coerceTo(shape.items ?? {}, item)) : value
  if (shape.type === 'string') return coerceText(shape, value)
  if (shape.type === 'integer' || shape.type === 'number') return coerceNumber(value)
  if (shape.type === 'boolean') return coerceBoolean(value)
  return cleanDeep(value, 0)
}

function coerceToEither(choices: Shape[], value: unknown) {
  const nullable = choices.some((choice) => choice.type === 'null')
  if (nullable && (value === null || value === '')) return null
  const rest = choices.filter((choice) => choice.type !== 'null')
  return rest[0] ? coerceTo(rest[0], value) : value
}

function coerceObject(shape: Shape, value: unknown) {
  if (!isPlainObject(value)) return value
  const result: Record<string, unknown> = {}
  for (const [key, child] of Object.entries(shape.properties ?? {})) {
    if (!Object.hasOwn(value, key)) continue
    const given = value[key]
    if (given === undefined) continue
    const optional = !shape.required?.includes(key)
    const coerced = coerceTo(child, given)
    if (isFilledText(child)) {
      // An empty string for a required text is a field error, not "not given".
      result[key] = coerced ?? ''
      continue
    }
    if (optional && (coerced === '' || (coerced === null && !child.anyOf))) continue
    result[key] = coerced
  }
  return result
}

const isFilledText = ({ type, pattern }: Shape) => type === 'string' && pattern === NOT_BLANK

function coerceText(shape: Shape, value: unknown) {
  if (shape.lenient && (typeof value === 'number' || typeof value === 'boolean')) return String(value)
  if (typeof value !== 'string') return value
  const text = cleanText(value)
  return shape.format === 'date-time' ? canonicalInstant(text) : text
}

function coerceNumber(value: unknown) {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
}

function coerceBoolean(value: unknown) {
  if (value === 'true' || value === '1' || value === 1) return true
  if (value === 'false' || value === '0' || value === 0) return false
  return value
}

/** An instant without an offset means UTC. PostgreSQL and JSON get the same format. */
function canonicalInstant(text: string) {
  if (isCanonical(text)) return text
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text)
  if (!match) return text
  const offset = match[3]?.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2') ?? 'Z'
  const time = new Date(`${match[1]}T${match[2] ?? '00:00'}${offset.toUpperCase()}`)
  const year = time.getUTCFullYear()
  return Number.isNaN(time.getTime()) || year < 1970 || year > 9999 ? text : time.toISOString()
}

/** As browsers write it. */
function isCanonical(text: string) {
  const time = text.length === 24 && text.endsWith('Z') ? new Date(text) : undefined
  return time !== undefined && time.getTime() >= 0 && time.toISOString() === text
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
function cleanText(text: string) {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole
}

/** Cleans a free map for storage. Most are clean, and copying a map of many keys costs far more than reading it. */
function cleanDeep(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) throw new TooDeep()
  if (Array.isArray(value)) return value.map((item) => cleanDeep(item, depth + 1))
  if (!isPlainObject(value)) return value
  let isClean = true
  const children = Object.keys(value).map((key) => {
    const child = cleanDeep(value[key], depth + 1)
    isClean &&= child === value[key] && key !== '__proto__' && cleanText(key) === key
    return [key, child] as const
  })
  if (isClean) return value
  const result: Record<string, unknown> = {}
  for (const [key, child] of children) if (key !== '__proto__') result[cleanText(key)] = child
  return result
}

export class TooDeep extends Error {}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
