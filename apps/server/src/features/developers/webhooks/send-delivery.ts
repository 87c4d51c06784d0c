import { OutboundError } from '../../../platform/outbound/outbound-error.js'
import type { Platform } from '../../../platform/platform.js'
import type { Waiting } from './receiver-state.js'
import { signatureOf } from './secrets.js'

const ANSWER_BYTES = 4_096
const SECRET_IS_UNREADABLE =
  'Not sent: the signing secret cannot be read, because the secret key of the server has changed. Create a new signing secret.'

/** As it is stored. */
export interface Attempt {
  delivery_id: string
  is_ok: boolean
  started_at: string
  duration_ms: number
  status: number | null
  failure: string | null
  answer: string | null
}

/** One call. Any 2xx status is a success. Without a secret nothing is called: the receiver could not tell who calls. */
export async function sendDelivery(
  { outbound }: Platform,
  url: string,
  secrets: string[],
  { id, body, is_test }: Waiting,
): Promise<Attempt> {
  const started = Date.now()
  const stored = { delivery_id: id, started_at: new Date(started).toISOString() }
  if (secrets.length === 0)
    return { ...stored, duration_ms: 0, is_ok: false, status: null, failure: SECRET_IS_UNREADABLE, answer: null }
  const headers = {
    'content-type': 'application/json',
    'x-papercups-signature': signatureOf(secrets, body),
    'x-papercups-delivery': id,
    ...(is_test && { 'x-papercups-test': 'true' }),
  }
  const result = await outbound.fetch(url, { method: 'POST', headers, body }).then(
    ({ status, body }) => ({
      is_ok: status >= 200 && status < 300,
      status,
      failure: null,
      answer: readable(body.subarray(0, ANSWER_BYTES)),
    }),
    (error: unknown) => {
      if (!(error instanceof OutboundError)) throw error
      return { is_ok: false, status: null, failure: error.message, answer: null }
    },
  )
  return { ...stored, duration_ms: Date.now() - started, ...result }
}

/** PostgreSQL stores no NUL. */
const readable = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\0', '\uFFFD')
