import { openSocket, type SocketClient } from '@papercups/wire'
import { WebSocket } from 'ws'
import { test as base } from '../embeds/story.js'
import type { Team } from '../embeds/team.js'

export { expect } from '../embeds/story.js'

export const test = base.extend<{ socket: SocketClient }>({
  /** The socket of an agent. */
  async socket({ papercups, team }, use) {
    const socket = openSocket({
      url: `${papercups.url.replace('http', 'ws')}/socket`,
      params: () => ({ token: team.token }),
      transport: WebSocket,
    })
    await use(socket)
    socket.close()
  },
})

/** The script tags of the set-up page. */
export const recorderTags = (server: string, config: object) =>
  `<script>window.Papercups = { config: ${JSON.stringify(config)} }</script><script async src="${server}/storytime.js"></script>`

interface Session {
  id: string
  customer_id: string | null
  finished_at: string | null
  metadata: Record<string, unknown>
}

export const sessionsOf = (team: Team) => team.get<Session[]>('/api/browser_sessions')
