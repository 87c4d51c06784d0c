const SECRET =
  /authorization|cookie|password|passwd|secret|token|api_?key|credential|private_?key|^(signature|otp|code_verifier)$/i
const PERSONAL =
  /^(email|e_mail|name|full_name|first_name|last_name|display_name|phone|body|text|html|subject|to|cc|bcc|from|reply_to|address|ip|remote_?address|query|params|headers|url|current_url|filename|payload|metadata|parameters|values)$/i
const DEEPEST = 4
const LONGEST = 4_000
const WIDEST = 50

/** Removes secrets and personal data: by field name, and emails and tokens by pattern. */
export function cleanFields(fields: object): Record<string, unknown> {
  return clean(fields, 0) as Record<string, unknown>
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'function' || typeof value === 'symbol') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return cleanError(value, depth)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (depth >= DEEPEST) return '[…]'
  if (Array.isArray(value)) return value.slice(0, WIDEST).map((item) => clean(item, depth + 1))
  const entries = Object.entries(value).slice(0, WIDEST)
  return Object.fromEntries(entries.map(([key, item]) => [key, cleanField(key, item, depth)]))
}

function cleanField(key: string, value: unknown, depth: number): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value
  if (SECRET.test(key)) return '[secret]'
  if (PERSONAL.test(key)) return '[personal]'
  // Fastify logs whole requests and replies.
  if (key === 'req' || key === 'request') return describeRequest(value)
  if (key === 'res' || key === 'reply') return { status: (value as { statusCode?: unknown }).statusCode }
  return clean(value, depth + 1)
}

function describeRequest(value: unknown) {
  const { method, id, routeOptions } = value as { method?: unknown; id?: unknown; routeOptions?: { url?: unknown } }
  return { method, id, route: routeOptions?.url }
}

/** Only the common fields of an error: the `detail` of a database error quotes the row. */
function cleanError(error: Error, depth: number): Record<string, unknown> {
  const { code, statusCode, constraint, table } = error as Error & Record<string, unknown>
  const plain = Object.entries({ code, status: statusCode, constraint, table }).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  )
  return {
    type: error.name,
    message: cleanText(error.message),
    stack: cleanText(error.stack ?? ''),
    ...Object.fromEntries(plain),
    ...(error.cause === undefined || depth >= DEEPEST ? {} : { cause: clean(error.cause, depth + 1) }),
  }
}

export function cleanText(text: string) {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  return cut
    .replace(/(\w+:\/\/)[^\s/@]+@/g, '$1[secret]@')
    .replace(/\?[^\s"'<>]*/g, (query) => (query.includes('=') ? '?[query]' : query))
    .replace(/\bBearer\s+[^\s"']+/gi, 'Bearer [secret]')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[secret]')
    .replace(/[^\s"'<>()=:,;@]{1,64}@[^\s"'<>()=:,;@]+\.[^\s"'<>()=:,;@]+/g, '[email]')
}
