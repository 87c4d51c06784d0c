import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Random } from './random.js'

/** A load balancer: each connection goes to one of the servers that accept connections. */
export async function startBalancer(ports: number[], random: Random) {
  const open = new Set<Socket>()

  const forward = (near: Socket, [port, ...others]: number[]) => {
    if (port === undefined || near.destroyed) return void near.destroy()
    const far = connect(port, '127.0.0.1')
    const tryNext = () => forward(near, others)
    far.once('error', tryNext)
    far.once('connect', () => {
      far.off('error', tryNext)
      far.on('error', () => far.destroy())
      far.on('close', () => near.destroy())
      near.on('close', () => far.destroy())
      near.pipe(far).pipe(near)
    })
  }
  const server = createServer((near) => {
    open.add(near)
    near.on('error', () => near.destroy())
    near.on('close', () => open.delete(near))
    forward(near, random.shuffle(ports))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Cuts about this share of the connections. */
    cut(share: number) {
      for (const near of open) if (random.next() < share) near.destroy()
    },
    async stop() {
      for (const near of open) near.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

export type Balancer = Awaited<ReturnType<typeof startBalancer>>
