import { applyDiff } from '@papercups/client-core'
import type { PresenceState } from '@papercups/contract'
import type { SocketClient } from '@papercups/wire'
import { isSiteRefusal } from './conversation-topic.js'

interface RoomListener {
  present(presence: PresenceState): void
  /** Joined, or refused. */
  answered(): void
}

/** The account's topic. It tells who is online, and whether the embedding site is allowed. */
export class Room {
  #presence: PresenceState = {}
  isSiteRefused = false

  constructor(line: SocketClient, account_id: string, inbox_id: string, { present, answered }: RoomListener) {
    const settle = (reason?: string) => {
      this.isSiteRefused = isSiteRefusal(reason)
      answered()
    }
    line
      .topic(`room:${account_id}`, { inbox_id })
      .on('presence_state', (presence) => present((this.#presence = presence)))
      .on('presence_diff', (diff) => present((this.#presence = applyDiff(this.#presence, diff))))
      .join({ joined: () => settle(), refused: ({ reason }) => settle(reason) })
  }
}
