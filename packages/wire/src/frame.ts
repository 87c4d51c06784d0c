/** The two versions of the Phoenix channel protocol: objects (1) and arrays (2). */
export type Vsn = '1.0.0' | '2.0.0'

/** Chosen by the client and echoed unchanged. */
export type Ref = string | number | null

/** A frame from a client. The payload may be any JSON: the handler of the event validates it. */
export interface Frame {
  join_ref: Ref
  ref: Ref
  topic: string
  event: string
  payload: unknown
}

export const isVsn = (text: string): text is Vsn => text === '1.0.0' || text === '2.0.0'

/** Returns undefined for an invalid frame. Never throws. */
export function decodeFrame(vsn: Vsn, text: string): Frame | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return vsn === '2.0.0' ? fromArray(json) : fromObject(json)
  } catch {
    return undefined
  }
}

function fromArray(json: unknown) {
  if (!Array.isArray(json) || json.length < 5) return undefined
  return frameOf(json[0], json[1], json[2], json[3], json[4])
}

const required = ['topic', 'event', 'payload', 'ref']

function fromObject(json: unknown) {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined
  if (!required.every((key) => Object.hasOwn(json, key))) return undefined
  const { join_ref, ref, topic, event, payload } = json as Record<string, unknown>
  return frameOf(join_ref ?? null, ref, topic, event, payload)
}

function frameOf(join_ref: unknown, ref: unknown, topic: unknown, event: unknown, payload: unknown): Frame | undefined {
  if (!isRef(join_ref) || !isRef(ref) || typeof topic !== 'string' || typeof event !== 'string') return undefined
  return { join_ref, ref, topic, event, payload }
}

const isRef = (value: unknown): value is Ref =>
  value === null || (typeof value === 'string' && value.length <= 64) || typeof value === 'number'

/** Takes the payload as JSON text, so that a broadcast is serialized once for all clients. */
export const encodePush = (vsn: Vsn, topic: string, event: string, payload: string) =>
  write(vsn, null, null, topic, event, payload)

export function encodeReply(
  vsn: Vsn,
  join_ref: Ref,
  ref: Ref,
  topic: string,
  status: 'ok' | 'error',
  response: object,
) {
  return write(vsn, join_ref, ref, topic, 'phx_reply', JSON.stringify({ status, response }))
}

/** `phx_close` after a leave. `phx_error` makes the client rejoin. */
export const encodeClose = (vsn: Vsn, join_ref: Ref, topic: string, event: 'phx_close' | 'phx_error') =>
  write(vsn, join_ref, join_ref, topic, event, '{}')

function write(vsn: Vsn, join_ref: Ref, ref: Ref, topic: string, event: string, payload: string) {
  const name = JSON.stringify(topic)
  if (vsn === '2.0.0') {
    return `[${JSON.stringify(join_ref)},${JSON.stringify(ref)},${name},${JSON.stringify(event)},${payload}]`
  }
  return `{"topic":${name},"event":${JSON.stringify(event)},"ref":${JSON.stringify(ref)},"payload":${payload}}`
}
