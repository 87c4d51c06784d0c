import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import type { Static, TSchema } from 'typebox'
import { invalid, malformed, type FieldErrors } from '../errors.js'
import { coerce, isPlainObject, NOT_BLANK, TooDeep } from './coerce.js'

type Parse<S extends TSchema> = (value: unknown) => Static<S>

const compiled = new WeakMap<TSchema, (value: unknown) => unknown>()

/** Parses a body or a socket payload. Throws field errors. */
export function parse<S extends TSchema>(schema: S, value: unknown): Static<S> {
  return parserOf(schema)(value) as Static<S>
}

function parserOf<S extends TSchema>(schema: S): Parse<S> {
  const known = compiled.get(schema)
  if (known) return known as Parse<S>
  const parser = compileParser(schema)
  compiled.set(schema, parser)
  return parser
}

/** Parses a path or a query. Throws `malformed` for anything that does not fit. */
export function parseUrlPart<S extends TSchema>(schema: S, value: unknown): Static<S> {
  // The router's objects do not count as plain objects.
  const given = { ...(value as object) }
  if (!knowsAll(schema, given)) throw malformed()
  try {
    return parse(schema, given)
  } catch {
    throw malformed()
  }
}

/** A list that ignored an unknown filter would return everything, so lists declare `additionalProperties: false`. */
function knowsAll(schema: TSchema, given: object) {
  const { additionalProperties, properties = {} } = schema as { additionalProperties?: boolean; properties?: object }
  return additionalProperties !== false || Object.keys(given).every((key) => Object.hasOwn(properties, key))
}

function compileParser<S extends TSchema>(schema: S): Parse<S> {
  const validator = Compile(schema)
  return (value) => {
    const given = attempt(() => coerce(schema, value))
    if (validator.Check(given)) return given as Static<S>
    throw describe(schema, given, validator.Errors(given))
  }
}

function attempt(work: () => unknown) {
  try {
    return work()
  } catch (error) {
    if (error instanceof TooDeep) throw malformed()
    throw error
  }
}

/** Bodies wrap their fields in one key (`{ message: … }`). Without an object under it the request is malformed. */
function describe(schema: TSchema, value: unknown, errors: TLocalizedValidationError[]) {
  if (!isPlainObject(value)) return malformed()
  const wrapper = wrapperOf(schema)
  if (wrapper && !isPlainObject(value[wrapper])) return malformed()

  const fields: FieldErrors = {}
  for (const error of errors) {
    for (const [path, message] of messagesOf(error)) {
      const inside = wrapper && path[0] === wrapper ? path.slice(1) : path
      note(fields, inside.length > 0 ? inside : path, message)
    }
  }
  return invalid(fields)
}

function wrapperOf(schema: TSchema) {
  const shape = schema as { required?: string[]; properties?: Record<string, { properties?: object }> }
  return shape.required?.find((key) => shape.properties?.[key]?.properties)
}

function messagesOf(error: TLocalizedValidationError): Array<[path: string[], message: string]> {
  const path = error.instancePath.split('/').slice(1)
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((key) => [[...path, key], BLANK])
  }
  return [[path, messageOf(error)]]
}

function messageOf(error: TLocalizedValidationError) {
  if (error.keyword === 'maxLength') return `should be at most ${error.params.limit} character(s)`
  if (error.keyword === 'minLength') return `should be at least ${error.params.limit} character(s)`
  if (error.keyword === 'pattern' && String(error.params.pattern) === NOT_BLANK) return BLANK
  return 'is invalid'
}

/** Replaces other messages about an empty value. */
const BLANK = "can't be blank"

function note(fields: FieldErrors, path: string[], message: string) {
  const [field = 'base', ...rest] = path.filter((part) => !/^\d+$/.test(part))
  const known = fields[field]
  if (rest.length > 0) {
    const nested = known && !Array.isArray(known) ? known : {}
    fields[field] = nested
    note(nested, rest, message)
  } else if (!known || message === BLANK) {
    fields[field] = [message]
  }
}
