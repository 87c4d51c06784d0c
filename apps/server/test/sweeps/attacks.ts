import type { DeclaredRoute } from '../../src/platform/http/server.js'
import {
  asText,
  hostileBodies,
  hostileHeaders,
  hostilePaths,
  hostileQueries,
  hostileValues,
  longValues,
  valuesFor,
  writeJson,
} from './hostile-values.js'
import { isOptionalField } from './optional-fields.js'
import { columnOf } from './id-columns.js'
import { urlOf, fillRoute, pairsOf, put, type ValueFor, type Values } from './request.js'
import { asListIfNeeded, sample } from './sample.js'
import type { Outgoing } from './send.js'
import { keyOf, nameOf, partsOf, positionsOf, titleOf, type Position } from './shape.js'
import type { World } from './world.js'

/** Above Node's limit for the head of a request. */
const MAX_URL_LENGTH = 20_000
/** Below that limit, together with the other headers. */
const MAX_PLAIN_URL_LENGTH = 10_000
const FORM = 'application/x-www-form-urlencoded'
const TEN_MB = Buffer.from(`{"a":"${'a'.repeat(10_000_000)}"}`)
/** The title of the request without a hostile value. */
export const VALID = 'valid values'
/** Tried for a whole part of a body. Its fields get all values. */
const WHOLE = ['null', 'an array', 'a number', 'only spaces', 'an operator', 'a prototype', 'deep arrays', 'deep maps']

/** Valid values: the caller's own ids, and samples for the rest. */
export const ownValues =
  (world: World): ValueFor =>
  (position) => {
    const column = columnOf(position, world.tableNames)
    return column ? asListIfNeeded(position, world.idOf(world.sides.gus, column)) : sample(position)
  }

/** Without these a visitor's call is refused before anything else is checked. */
const NAMING = new Set(['account_id', 'customer_id', 'external_id'])

/** All body fields except ids. */
export const wordsOf = (world: World, positions: Position[]) =>
  positions.filter((position) => position.place === 'body' && !columnOf(position, world.tableNames))

export interface Attack {
  title: string
  /** An HTML page: errors are pages, too. */
  page: boolean
  /** Sent without a token. */
  visitor: boolean
  /** A bad value of an optional field: must not be refused. */
  harmless: boolean
  make: () => Outgoing
}

export function attacksOn(world: World, route: DeclaredRoute, token: string | undefined): Attack[] {
  const positions = positionsOf(route)
  const own = ownValues(world)
  const naming = token ? [] : positions.filter((position) => NAMING.has(keyOf(position)))
  const words = [...wordsOf(world, positions), ...naming]
  const authorization = token ? { authorization: token } : undefined
  const hasBody = route.method !== 'GET'
  const right = (): Values => fillRoute(route, positions, words, own)
  const attacks: Attack[] = []
  const add = (title: string, make: () => Outgoing, harmless = false) =>
    attacks.push({ title: `${titleOf(route)} with ${title}`, page: route.page, visitor: !token, harmless, make })
  const json = (values: Values): Outgoing => ({
    method: route.method,
    path: urlOf(route.url, values).slice(0, MAX_URL_LENGTH),
    headers: { ...authorization, ...(hasBody && { 'content-type': 'application/json' }) },
    ...(hasBody && { body: writeJson(values.body) }),
  })
  const inProcess = (outgoing: Outgoing) => ({ ...outgoing, in_process: outgoing.path.length < MAX_PLAIN_URL_LENGTH })

  add(VALID, () => json(right()))
  for (const position of positions) {
    const wanted = () => fillRoute(route, positions, [...words, position], own)
    const isOptional = isOptionalField(position)
    for (const [name, value] of valuesFor(position)) {
      const make = () => {
        const values = wanted()
        put(values[position.place], position.path, position.place === 'body' ? value : asText(value))
        return inProcess(json(values))
      }
      add(`${name} for ${nameOf(position)}`, make, isOptional && !(name in longValues))
    }
    if (position.place === 'body') {
      for (const name of ['an operator', 'an array of texts', 'a NUL', 'wildcards'] as const) {
        const make = () => {
          const values = wanted()
          put(values.body, position.path, hostileValues[name])
          const headers = { ...authorization, 'content-type': FORM }
          return inProcess({ ...json(values), headers, body: pairsOf(values.body) })
        }
        add(`${name} for ${nameOf(position)} in a form`, make, isOptional)
      }
      add(`no ${nameOf(position)}`, () => {
        const values = wanted()
        put(values.body, position.path, undefined)
        return inProcess(json(values))
      })
    }
  }
  for (const key of Object.keys(partsOf(route).body?.properties ?? {})) {
    for (const name of WHOLE) {
      const body = () => ({ ...right().body, [key]: hostileValues[name] })
      add(`${name} for all of body.${key}`, () => inProcess(json({ ...right(), body: body() })))
    }
  }
  for (const [name, query] of Object.entries(hostileQueries)) {
    add(`${name} for a query`, () => inProcess({ ...json(right()), path: urlOf(route.url, right(), query) }))
  }
  for (const [name, headers] of Object.entries(hostileHeaders)) {
    add(name, () => ({ ...json(right()), headers: { ...json(right()).headers, ...headers } }))
  }
  for (const end of hostilePaths) {
    add(`${end.slice(0, 30)} behind its path`, () => ({ ...json(right()), path: json(right()).path + end }))
  }
  if (!hasBody) return attacks
  for (const [name, body, type] of hostileBodies(JSON.stringify(right().body))) {
    const headers = { ...authorization, 'content-type': type ?? 'application/json' }
    const outgoing = () => ({ ...json(right()), headers, body })
    // The test of the connection sends the same bodies over the network, except to pages.
    add(`${name} for a body`, () => (route.page ? outgoing() : inProcess(outgoing())))
  }
  add('ten megabytes', () => ({ ...json(right()), body: TEN_MB }))
  add('ten megabytes in pieces', () => ({
    ...json(right()),
    headers: { ...authorization, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    body: TEN_MB,
  }))
  add('ten megabytes of a file', () => {
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
    const headers = { ...authorization, 'content-type': 'multipart/form-data; boundary=x' }
    return { ...json(right()), headers, body: Buffer.concat([Buffer.from(head), TEN_MB]) }
  })
  return attacks
}
