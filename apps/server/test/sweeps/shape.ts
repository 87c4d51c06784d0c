import type { DeclaredRoute } from '../../src/platform/http/server.js'
import type { Topic } from '../../src/platform/realtime/topic.js'

/** The parts of a JSON schema that the sweeps read. */
export interface Shape {
  type?: string
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  required?: string[]
  minimum?: number
  minLength?: number
}

export type Place = 'params' | 'query' | 'body'

/** One input field: its place in the request and its schema. */
export interface Position {
  /** Its route or event: `PUT /api/conversations/:id`, or `shout in conversation:{conversation_id}`. */
  of: string
  place: Place
  path: string[]
  shape: Shape
  /** For an id in a path: the segment before it. For the id of a list item: the list's name. */
  after?: string
}

export type Parts = Record<Place, Shape | undefined>

export const keyOf = ({ path }: Position) => path.at(-1) ?? ''
export const nameOf = ({ place, path }: Position) => `${place}.${path.join('.')}`

export const titleOf = (route: DeclaredRoute) => `${route.method} ${route.url}`

export function partsOf({ schema }: DeclaredRoute): Parts {
  const { params, querystring, body } = (schema ?? {}) as Record<string, Shape | undefined>
  return { params, query: querystring, body }
}

export const takesFiles = ({ schema }: DeclaredRoute) =>
  Boolean((schema as { consumes?: string[] } | undefined)?.consumes?.includes('multipart/form-data'))

/** All input fields of a route, down to the leaves, with path ids that have no schema. */
export function positionsOf(route: DeclaredRoute): Position[] {
  const of = titleOf(route)
  const parts = partsOf(route)
  const inPath = [...route.url.matchAll(/([^/]+)\/:([a-z_]+)/g)].map(([, after = '', name = '']): Position => ({
    of,
    place: 'params',
    path: [name],
    shape: parts.params?.properties?.[name] ?? { type: 'string' },
    after,
  }))
  return [...inPath, ...leavesOf(of, 'query', parts.query), ...leavesOf(of, 'body', parts.body)]
}

export const partsOfEvent = (topic: Topic, event: string): Parts => ({
  params: undefined,
  query: undefined,
  body: topic.events[event]?.input as Shape | undefined,
})

export const positionsOfEvent = (topic: Topic, event: string) =>
  leavesOf(`${event} in ${topic.name}`, 'body', topic.events[event]?.input as Shape | undefined)

function leavesOf(of: string, place: Place, shape: Shape | undefined, path: string[] = []): Position[] {
  if (!shape) return []
  const plain = withoutNull(shape)
  const item = plain.items && withoutNull(plain.items)
  // Only the first object of a list is swept.
  if (item?.properties) return leavesOf(of, place, item, [...path, '0'])
  const list = path.at(-1) === 'id' && path.at(-2) === '0' ? path.at(-3) : undefined
  if (!plain.properties) return path.length > 0 ? [{ of, place, path, shape: plain, ...(list && { after: list }) }] : []
  return Object.entries(plain.properties).flatMap(([key, child]) => leavesOf(of, place, child, [...path, key]))
}

export const withoutNull = (shape: Shape): Shape =>
  shape.anyOf ? withoutNull(shape.anyOf.find((choice) => choice.type !== 'null') ?? {}) : shape
