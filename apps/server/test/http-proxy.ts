import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type Failure = 'lose the answer'

/** An HTTP proxy to a server. It keeps the requests, and it can fail the next one. */
export async function startProxy(target: string) {
  const requests: Array<{ method: string; url: string; headers: IncomingHttpHeaders }> = []
  let failure: Failure | undefined
  const server = createServer((request, reply) => void forward(request, reply))
  async function forward(request: IncomingMessage, reply: ServerResponse) {
    const { method = '', url = '', headers } = request
    requests.push({ method, url, headers })
    const body = (await request.toArray()) as Buffer[]
    const { host: _host, connection: _connection, 'content-length': _length, ...others } = headers
    const answer = await fetch(target + url, {
      method,
      headers: others as Record<string, string>,
      ...(body.length > 0 && { body: Buffer.concat(body) }),
    })
    const text = await answer.text()
    const lost = failure
    failure = undefined
    if (lost) return void reply.destroy()
    reply.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
    reply.end(text)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests, fail: (next: Failure) => (failure = next) }
}
