import { invalid } from '../../../platform/errors.js'

export const MAX_KEYS = 100
export const MAX_BYTES = 32 * 1_024

type Metadata = Record<string, unknown>

/** For signed-in callers: too much metadata is an error. */
export function requireWithinLimit(metadata: unknown) {
  if (typeof metadata !== 'object' || metadata === null) return
  if (Object.keys(metadata).length > MAX_KEYS) throw invalid({ metadata: [`should have at most ${MAX_KEYS} keys`] })
  if (Buffer.byteLength(JSON.stringify(metadata)) > MAX_BYTES) throw invalid({ metadata: ['should be at most 32 kB'] })
}

/** For visitors: metadata beyond the limit is dropped. */
export const dropBeyondLimit = (metadata: Metadata) => addWithinLimit({}, metadata)

/** Keeps the first map and adds the entries of the second that still fit. */
export function addWithinLimit(base: Metadata, additions: Metadata): Metadata {
  const result = { ...base }
  let keys = Object.keys(base).length
  let bytes = Buffer.byteLength(JSON.stringify(base))
  for (const [key, value] of Object.entries(additions)) {
    if (value === undefined) continue
    const isNew = !Object.hasOwn(result, key)
    const colonAndComma = keys > 0 ? 2 : 1
    const more = sizeOf(value) + (isNew ? sizeOf(key) + colonAndComma : -sizeOf(result[key]))
    if ((isNew && keys + 1 > MAX_KEYS) || bytes + more > MAX_BYTES) continue
    result[key] = value
    keys += isNew ? 1 : 0
    bytes += more
  }
  return result
}

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '')
