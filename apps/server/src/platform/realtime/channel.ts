import type { Frame, Ref } from '@papercups/wire'
import type { Connection } from './connection.js'
import type { Room, Present } from './rooms.js'
import type { Declared } from './topic-table.js'

/** One connection in one topic, from its first join. Its frames are handled one by one. */
export class Channel {
  readonly connection: Connection
  readonly topic: string
  readonly declared: Declared
  join_ref: Ref = null
  joined = false
  /** Returned by the join, passed to the events. */
  member: unknown = undefined
  /** The account whose visitor this is. */
  visits: string | undefined = undefined
  /** The joined room, and the index in its list of members. */
  room: Room | undefined = undefined
  slot = 0
  present: Present[] | undefined = undefined
  busy = false
  waiting: Frame[] | undefined = undefined

  constructor(connection: Connection, topic: string, declared: Declared) {
    this.connection = connection
    this.topic = topic
    this.declared = declared
  }
}
