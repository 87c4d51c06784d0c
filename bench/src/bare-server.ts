import { startChild, type Child } from './child.js'

export interface BareServer {
  port: number
  process: Child
  stop(): Promise<void>
}

/** With a database it stores a row for each message before passing it on. */
export async function startBareServer(database?: { url: string }): Promise<BareServer> {
  const child = startChild(
    new URL('./bare-sockets.js', import.meta.url),
    database ? { DATABASE_URL: database.url } : {},
  )
  const { port } = await child.heard<{ port: number }>('port')
  return { port, process: child, stop: () => child.stop() }
}
