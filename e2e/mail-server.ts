import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect } from './story.js'

/** A real mail server that keeps what it receives. */
export async function startMailServer() {
  const received: Buffer[] = []
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 500,
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        received.push(Buffer.concat(parts))
        done()
      })
    },
  })
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    /** Waits for an email with this subject and returns its first link. */
    async linkTo(address: string, subject: string) {
      const find = async () => {
        const mails = await Promise.all(received.map((raw) => PostalMime.parse(raw)))
        return mails.findLast((mail) => mail.subject === subject && mail.to?.[0]?.address === address)
      }
      await expect.poll(async () => (await find())?.subject).toBe(subject)
      return /https?:\S+/.exec((await find())?.text ?? '')?.[0] ?? ''
    },
    stop: () => new Promise<void>((stopped) => void server.close(() => stopped())),
  }
}
