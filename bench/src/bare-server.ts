import { startChild, type Child } from './child.js'

export interface BareServer {
  port: number
  process: Child
  stop(): Promise<void>
}

export async function startBareServer(): Promise<BareServer> {
  const child = startChild(new URL('./bare-sockets.js', import.meta.url))
  const { port } = await child.heard<{ port: number }>('port')
  return { port, process: child, stop: () => child.stop() }
}
