import type { AddressInfo } from 'node:net'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail server that parses each mail and forgets it. */
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  size: 30_000_000,
  onData: (stream, _session, done) => callbackify(() => parse(stream as AsyncIterable<Buffer>))(done),
})

async function parse(stream: AsyncIterable<Buffer>) {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  await PostalMime.parse(Buffer.concat(parts))
}

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.server.address() as AddressInfo).port }))
process.on('SIGTERM', () => process.exit(0))
