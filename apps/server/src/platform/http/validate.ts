import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import type { Static, TSchema } from 'typebox'
import { invalid, malformed, type FieldErrors } from '../errors.js'
import { coerce, isPlainObject, NOT_BLANK, TooDeep } from './coerce.js'

type Parse<S extends TSchema> = (value: unknown) => Static<S>

const compiled = new WeakMap<TSchema, (value: unknown) => unknown>()

/** A body or a socket payload: field errors as the caller's forms expect them. */
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

/** The same for a path or a query: whatever does not fit is a request that makes no sense. */
export function parseAddress<S extends TSchema>(schema: S, value: unknown): Static<S> {
  // The router's own kind of object, which would not pass for a map.
  const given = { ...(value as object) }
  if (!knowsAll(schema, given)) throw malformed()
  try {
    return parse(schema, given)
  } catch {
    throw malformed()
  }
}

/** A list with a filter that nobody knows would show everything, so lists declare `additionalProperties: false`. */
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

/** Bodies wrap their fields in one key (`{ message: … }`). Without it, or with something else under it, there is no request. */
function describe(schema: TSchema, value: unknown, errors: TLocalizedValidationError[]) {
  if (!isPlainObject(value)) return malformed()
  const wrapper = wrapperOf(schema)
  if (wrapper && !isPlainObject(value[wrapper])) return malformed()

  const fields: FieldErrors = {}
  for (const error of errors) {
    for (const [path, message] of complaints(error)) {
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

function complaints(error: TLocalizedValidationError): Array<[path: string[], message: string]> {
  const path = error.instancePath.split('/').slice(1)
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((key) => [[...path, key], BLANK])
  }
  return [[path, complaint(error)]]
}

function complaint(error: TLocalizedValidationError) {
  if (error.keyword === 'maxLength') return `should be at most ${error.params.limit} character(s)`
  if (error.keyword === 'minLength') return `should be at least ${error.params.limit} character(s)`
  if (error.keyword === 'pattern' && String(error.params.pattern) === NOT_BLANK) return BLANK
  return 'is invalid'
}

/** Says more than any other complaint about an empty value. */
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
