import { Compile, type Validator } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import type { Static, TSchema } from 'typebox'
import { invalid, malformed, type FieldErrors, type HttpError } from '../errors.js'
import { coerce, isPlainObject, NOT_BLANK, TooDeep } from './coerce.js'

const validators = new WeakMap<TSchema, Validator>()

/** Parses a body or a socket payload. Throws field errors. */
export function parse<S extends TSchema>(schema: S, value: unknown): Static<S> {
  return check(schema, value, (given, errors) => describe(schema, given, errors))
}

/** Parses the parameters of a path. Throws `malformed` for anything that does not fit. */
export function validatePath<S extends TSchema>(schema: S, value: unknown): Static<S> {
  // The router's objects do not count as plain objects.
  return check(schema, { ...(value as object) }, () => malformed())
}

/** The parts of a query's schema that are read here. */
interface QueryShape {
  additionalProperties?: boolean
  properties?: Record<string, Parameter>
}

interface Parameter {
  type?: string
  anyOf?: Parameter[]
}

/** Parses a query. Throws `malformed` with the name of the first parameter that does not fit. */
export function validateQuery<S extends TSchema>(schema: S, value: unknown): Static<S> {
  const { additionalProperties, properties = {} } = schema as QueryShape
  const given = Object.entries(value as object).map(([name, one]) => {
    const parameter = Object.hasOwn(properties, name) ? properties[name] : undefined
    // A list that ignored an unknown filter would return everything, so lists declare `additionalProperties: false`.
    if (!parameter && additionalProperties === false) throw malformed(`${name.slice(0, LONGEST_NAME)} is unknown`)
    // Clients send a list of one value as `name=value`.
    return [name, typeof one === 'string' && one !== '' && takesList(parameter) ? [one] : one]
  })
  return check(schema, Object.fromEntries(given), (_, errors) => malformed(reasonOf(errors)))
}

const LONGEST_NAME = 100

const takesList = (parameter: Parameter | undefined): boolean =>
  parameter?.type === 'array' || Boolean(parameter?.anyOf?.some(takesList))

/** For example `limit must be <= 200`. */
function reasonOf([error]: TLocalizedValidationError[]) {
  if (error?.keyword === 'required') return `${error.params.requiredProperties[0]} is missing`
  const [, name] = error?.instancePath.split('/') ?? []
  return name && `${name} ${error?.message}`
}

/** Compiles each schema once, when it is first used. */
function check<S extends TSchema>(
  schema: S,
  value: unknown,
  refuse: (given: unknown, errors: TLocalizedValidationError[]) => HttpError,
): Static<S> {
  const validator = validators.get(schema) ?? Compile(schema)
  validators.set(schema, validator)
  const given = attempt(() => coerce(schema, value))
  if (validator.Check(given)) return given as Static<S>
  throw refuse(given, validator.Errors(given))
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
