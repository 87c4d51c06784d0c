export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[]
export type Query = Record<string, QueryValue>

/** The server reads a key without `=` as null and `key[]` as a list. Undefined is left out. */
export function queryString(query: Query = {}): string {
  const parts = Object.entries(query).flatMap(([key, value]) => {
    const name = encodeURIComponent(key)
    if (value === undefined) return []
    if (value === null) return [name]
    if (typeof value === 'object') return value.map((item) => `${name}[]=${encodeURIComponent(item)}`)
    return [`${name}=${encodeURIComponent(value)}`]
  })
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}
