import type { DeclaredRoute } from '../../src/platform/http/server.js'
import { partsOf, withoutNull, type Parts, type Position, type Shape } from './shape.js'

/** The values of a request, before encoding. */
export interface Values {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: Record<string, unknown>
}

export type ValueFor = (position: Position) => unknown

/** A request with the required fields and the `wanted` ones. */
export function fill(parts: Parts, positions: Position[], wanted: Position[], valueFor: ValueFor): Values {
  const values: Values = { params: {}, query: {}, body: {} }
  for (const position of positions) {
    if (!isRequired(parts[position.place], position, wanted)) continue
    put(values[position.place], position.path, valueFor(position))
  }
  return values
}

export const fillRoute = (route: DeclaredRoute, positions: Position[], wanted: Position[], valueFor: ValueFor) =>
  fill(partsOf(route), positions, wanted, valueFor)

/** Wanted, or required below required or wanted parts. */
function isRequired(root: Shape | undefined, { place, path }: Position, wanted: Position[]) {
  if (place === 'params') return true
  const within = (prefix: string[]) =>
    wanted.some((other) => other.place === place && prefix.every((key, at) => other.path[at] === key))
  let shape = root && withoutNull(root)
  for (const [at, key] of path.entries()) {
    const inList = shape?.items !== undefined && key === '0'
    if (!inList && !shape?.required?.includes(key) && !within(path.slice(0, at + 1))) return false
    shape = withoutNull((inList ? shape?.items : shape?.properties?.[key]) ?? {})
  }
  return true
}

export function put(target: Record<string, unknown>, path: string[], value: unknown) {
  const [key = '', ...rest] = path
  if (rest.length === 0) {
    target[key] = value
    return
  }
  const inner = (target[key] ??= rest[0] === '0' ? [] : {}) as Record<string, unknown>
  put(inner, rest, value)
}

export function urlOf(url: string, { params, query }: Pick<Values, 'params' | 'query'>, more = '') {
  const path = url
    .replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(text(params[name])))
    .replace('*', () => text(params['*'] ?? 'index.html'))
  const pairs = [pairsOf(query), more].filter(Boolean).join('&')
  return pairs ? `${path}?${pairs}` : path
}

/** Nested values as form fields: `a[b]=c`, `ids[]=x`. */
export function pairsOf(value: unknown, name = ''): string {
  if (Array.isArray(value)) return value.map((item) => pairsOf(item, `${name}[]`)).join('&')
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, child]) => pairsOf(child, name ? `${name}[${key}]` : key))
    return entries.filter(Boolean).join('&')
  }
  if (value === null) return encodeName(name)
  return `${encodeName(name)}=${encodeURIComponent(text(value))}`
}

const encodeName = (name: string) => encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']')

/** A URL cannot contain a lone surrogate. */
const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()

export function multipartOf(fields: Record<string, unknown>, file: { filename: string; bytes: Buffer }) {
  const boundary = 'sweep-7d1f0c'
  const parts = Object.entries(fields).map(([name, value]) =>
    name === 'file'
      ? [
          `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.filename}"\r\n`,
          'content-type: application/octet-stream\r\n\r\n',
          file.bytes,
          '\r\n',
        ]
      : [`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text(value)}\r\n`],
  )
  const bytes = [...parts.flat(), `--${boundary}--\r\n`].map((part) => Buffer.from(part))
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(bytes) }
}
