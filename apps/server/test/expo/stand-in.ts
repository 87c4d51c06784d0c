import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Push } from '../../src/integrations/expo/expo-api.js'
import { running } from '../running.js'

/** Expo at the HTTP level, with the shapes of https://docs.expo.dev/push-notifications/sending-notifications/. */
export async function startExpo() {
  const pushes: Push[] = []
  const batches: number[] = []
  const authorizations: Array<string | undefined> = []
  /** Tokens of phones without the app. */
  const gone = new Set<string>()
  /** Statuses of the next answers. */
  const faults: number[] = []

  const server = createServer((request, reply) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      const fault = faults.shift()
      if (fault) return reply.writeHead(fault).end('no')
      const batch = JSON.parse(body) as Push[]
      authorizations.push(request.headers.authorization)
      batches.push(batch.length)
      pushes.push(...batch)
      const data = batch.map(({ to }) =>
        gone.has(to)
          ? { status: 'error', message: 'not registered', details: { error: 'DeviceNotRegistered' } }
          : { status: 'ok', id: to },
      )
      // A connection that is kept could be closed while the next request is on its way.
      const headers = { 'content-type': 'application/json', connection: 'close' }
      return reply.writeHead(200, headers).end(JSON.stringify({ data }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  running.push(async () => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, pushes, batches, authorizations, gone, faults }
}

export type ExpoStandIn = Awaited<ReturnType<typeof startExpo>>
