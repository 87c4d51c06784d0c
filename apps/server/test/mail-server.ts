import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface Caught {
  raw: Buffer
  from: string
  to: string[]
  secure: boolean
  user: unknown
}

/** A real mail server in this process that keeps what it receives. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0) {
  const caught: Caught[] = []
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 500,
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        const to = rcptTo.map(({ address }) => address)
        caught.push({ raw: Buffer.concat(parts), from, to, secure: session.secure, user: session.user })
        done()
      })
    },
    ...options,
  })
  // Some tests close connections during a handshake on purpose.
  server.on('error', () => {})
  await new Promise<void>((ready) => void server.listen(port, '127.0.0.1', ready))
  return {
    caught,
    port: (server.server.address() as AddressInfo).port,
    /** Oldest first. */
    mailsTo: (address: string): Promise<Email[]> =>
      Promise.all(caught.filter(({ to }) => to.includes(address)).map(({ raw }) => PostalMime.parse(raw))),
    stop: () => new Promise<void>((stopped) => void server.close(() => stopped())),
  }
}
