import type { FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { Refusal } from '../errors.js'
import { isPlainObject } from './coerce.js'
import { parse } from './validate.js'

/**
 * Of what a browser says on the side, what makes no sense is left out and what is too long is cut: it must not cost a visitor
 * their message. Only the fields that the schema names; all else stays as it came, to be judged with the rest.
 */
export function salvage(side: TObject, said: unknown): unknown {
  if (!isPlainObject(said)) return said
  const kept = { ...said }
  for (const [key, schema] of Object.entries(side.properties)) {
    if (!Object.hasOwn(kept, key)) continue
    kept[key] = cut(schema, kept[key])
    if (!fits(schema, kept[key])) delete kept[key]
  }
  return kept
}

/** For a route that visitors call, about the part of its body with this name. Whoever is signed in is told what is wrong. */
export const salvaged = (name: string, side: TObject) => async (request: FastifyRequest) => {
  const { caller, body } = request
  if (!caller && isPlainObject(body)) request.body = { ...body, [name]: salvage(side, body[name]) }
}

/** The same for a query, whoever asks. */
export const salvagedQuery = (side: TObject) => async (request: FastifyRequest) => {
  request.query = salvage(side, { ...(request.query as object) })
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
    if (error instanceof Refusal) return false
    throw error
  }
}
