import type { Frame, Ref } from '@papercups/wire'
import type { Line } from './line.js'
import type { Room, Present } from './rooms.js'
import type { Declared } from './topic-table.js'

/** One line in one topic, from the first join on. Its frames are handled one after the other. */
export class Channel {
  readonly line: Line
  readonly topic: string
  readonly declared: Declared
  join_ref: Ref = null
  joined = false
  /** What the join handed on for the events. */
  member: unknown = undefined
  /** Whose visitor this is. */
  visits: string | undefined = undefined
  /** Where it listens, and at which place in the room's list. */
  room: Room | undefined = undefined
  slot = 0
  present: Present[] | undefined = undefined
  busy = false
  waiting: Frame[] | undefined = undefined

  constructor(line: Line, topic: string, declared: Declared) {
    this.line = line
    this.topic = topic
    this.declared = declared
  }
}
