import type { FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { HttpError } from '../errors.js'
import { isPlainObject } from './coerce.js'
import { parse } from './validate.js'

/**
 * Drops invalid values of optional fields and cuts long ones, so that a visitor's message is not refused for them. Fields
 * that `optional` does not declare are kept for validation.
 */
export function dropInvalidFields(optional: TObject, value: unknown): unknown {
  if (!isPlainObject(value)) return value
  const kept = { ...value }
  for (const [key, schema] of Object.entries(optional.properties)) {
    if (!Object.hasOwn(kept, key)) continue
    kept[key] = cut(schema, kept[key])
    if (!fits(schema, kept[key])) delete kept[key]
  }
  return kept
}

/** For the part `name` of a visitor's body. Signed-in users get validation errors instead. */
export const dropInvalidIn = (name: string, optional: TObject) => async (request: FastifyRequest) => {
  const { caller, body } = request
  if (!caller && isPlainObject(body)) request.body = { ...body, [name]: dropInvalidFields(optional, body[name]) }
}

/** The same for a query, for all callers. */
export const dropInvalidQuery = (optional: TObject) => async (request: FastifyRequest) => {
  request.query = dropInvalidFields(optional, { ...(request.query as object) })
}

function cut(schema: TSchema, value: unknown) {
  const { maxLength, anyOf = [] } = schema as { maxLength?: number; anyOf?: Array<{ maxLength?: number }> }
  return typeof value === 'string' ? value.slice(0, maxLength ?? anyOf[0]?.maxLength) : value
}

function fits(schema: TSchema, value: unknown) {
  try {
    parse(schema, value)
    return true
  } catch (error) {
    if (error instanceof HttpError) return false
    throw error
  }
}
