import type { ImapFlow } from 'imapflow'
import { isIP } from 'node:net'
import type { Outbound } from '../outbound/outbound.js'
import { locate, MailServerError, toMailServerError, type MailServer } from './mail-server.js'

interface Options {
  /** The largest answer that is read. */
  max_bytes: number
  time_ms?: number
}

const TIME_MS = 10_000
/** A server that is silent for so long is away. While it waits for mail, it is asked more often. */
const SILENT_MS = 90_000
const IDLE_MS = 60_000

/** Signs in. Rejects with a `MailServerError` within ten seconds. The caller closes the client. */
export async function connectImap(
  outbound: Outbound,
  server: MailServer,
  { max_bytes, time_ms = TIME_MS }: Options,
): Promise<ImapFlow> {
  const ip = await locate(outbound, server)
  const { host, port, security, user, password } = server
  const imap = await import('imapflow')
  const client = new imap.ImapFlow({
    host: ip,
    // Node refuses the name of a server that is an IP. The certificate is then checked for the IP.
    ...(!isIP(host) && { servername: host }),
    port,
    secure: security === 'tls',
    ...(security !== 'tls' && { doSTARTTLS: security === 'starttls' }),
    auth: { user, pass: password },
    logger: false,
    clientInfo: { name: 'Papercups' },
    disableAutoIdle: true,
    maxIdleTime: IDLE_MS,
    connectionTimeout: time_ms,
    greetingTimeout: time_ms,
    socketTimeout: SILENT_MS,
    maxLiteralSize: max_bytes,
    maxLineLength: max_bytes,
    maxResponseSize: max_bytes + 100_000,
  })
  // Without a listener an error would end the process. Commands in flight reject with it, too.
  client.on('error', () => {})
  try {
    await withinTime(client.connect(), time_ms, () => client.close())
  } catch (error) {
    throw toMailServerError(error)
  }
  return client
}

/** `stop` ends the work when it failed or the time is over. */
export async function withinTime<T>(work: Promise<T>, time_ms: number, stop = () => {}): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MailServerError('timeout')), time_ms)
  })
  try {
    return await Promise.race([work, late])
  } catch (error) {
    work.catch(() => {})
    stop()
    throw error
  } finally {
    clearTimeout(timer)
  }
}
