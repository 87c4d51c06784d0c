import type { PresenceMeta } from '@papercups/contract'
import { encodePush, type Vsn } from '@papercups/wire'
import type { Bus } from './bus.js'
import type { Channel } from './channel.js'
import { monotonic } from './limits.js'
import { joinDiff, leaveDiff, presenceMeta, presenceState, type Entry } from './presence.js'
import { textFrame } from './text-frame.js'
import type { Tracked } from './topic.js'

/** Somebody of this process who is present in a topic. */
export class Present implements Entry {
  slot = 0
  readonly room: Room
  readonly key: string
  readonly meta: PresenceMeta

  constructor(room: Room, key: string, meta: PresenceMeta) {
    this.room = room
    this.key = key
    this.meta = meta
  }
}

/** A topic in this process: who listens, and who of us shows as present. Most have one of each. */
export class Room {
  readonly topic: string
  /** Members, and joins on their way: with the first the topic opens, with the last it closes. */
  holds = 0
  opening: Promise<void> | undefined = undefined
  members: Channel[] | undefined = undefined
  present: Present[] | undefined = undefined
  /** Said, and not written to the members yet. */
  said: Said[] | undefined = undefined
  /** Not written to again before that. */
  rests_until = 0

  constructor(topic: string) {
    this.topic = topic
  }
}

interface Said {
  event: string
  payload: string
}

/** About as many sockets as can be written to in a millisecond: a thousand of them rest for ten. */
const WRITES_A_MS = 100

export function createRooms(bus: () => Bus) {
  const rooms = new Map<string, Room>()
  const unwritten = new Set<Room>()

  const roomOf = (topic: string) => {
    const known = rooms.get(topic)
    if (known) return known
    const room = new Room(topic)
    rooms.set(topic, room)
    return room
  }
  const tidy = (room: Room) => {
    if (room.holds === 0 && !room.present) rooms.delete(room.topic)
  }

  /**
   * To the members in this process. Writing to a socket costs the same for one frame and for many, so what is said in a topic
   * while the process looks at what came in goes out as one; and a crowd that was just written to is left alone for a moment.
   */
  function deliver(topic: string, event: string, payload: string) {
    const room = rooms.get(topic)
    if (!room?.members) return
    if (room.said) return void room.said.push({ event, payload })
    room.said = [{ event, payload }]
    const rest = room.rests_until - monotonic()
    if (rest > 0) return void setTimeout(write, rest, room)
    if (unwritten.size === 0) setImmediate(writeAll)
    unwritten.add(room)
  }

  function writeAll() {
    for (const room of unwritten) write(room)
  }

  /** Framed once for each dialect. */
  function write(room: Room) {
    const { topic, members, said } = room
    room.said = undefined
    unwritten.delete(room)
    if (!members || !said) return
    room.rests_until = monotonic() + Math.floor(members.length / WRITES_A_MS)
    const frames = (vsn: Vsn) =>
      Buffer.concat(said.map(({ event, payload }) => textFrame(encodePush(vsn, topic, event, payload))))
    let arrays: Buffer | undefined
    let objects: Buffer | undefined
    for (const { line } of members) {
      if (line.vsn === '2.0.0') line.send((arrays ??= frames('2.0.0')))
      else line.send((objects ??= frames('1.0.0')))
    }
  }

  return {
    deliver,
    /** What was said in the topic so far goes out before whatever is written next. */
    catchUp(topic: string) {
      const room = rooms.get(topic)
      if (room?.said) write(room)
    },
    /** Everything that waits, in every topic. */
    flush() {
      for (const room of rooms.values()) if (room.said) write(room)
    },
    hasMembers: (topic: string) => rooms.get(topic)?.members !== undefined,
    get size() {
      return rooms.size
    },
    broadcast(topic: string, event: string, payload: string) {
      deliver(topic, event, payload)
      bus().publish(topic, event, payload)
    },
    /** Keeps the topic open. Wait for what it returns before you enter. */
    hold(topic: string) {
      const room = roomOf(topic)
      room.holds += 1
      if (room.holds > 1) return room.opening
      const opening = bus().open(topic)
      if (!opening) return undefined
      room.opening = opening.finally(() => (room.opening = undefined))
      return room.opening
    },
    release(topic: string) {
      const room = roomOf(topic)
      room.holds -= 1
      if (room.holds === 0) bus().close(topic)
      tidy(room)
    },
    enter(channel: Channel) {
      const room = roomOf(channel.topic)
      channel.room = room
      channel.slot = add((room.members ??= []), channel)
    },
    exit(channel: Channel) {
      const { room } = channel
      if (!room?.members) return
      channel.room = undefined
      remove(room.members, channel)
      if (room.members.length === 0) room.members = undefined
    },
    /** Present from now on, but nobody was told yet: that is `announce`. */
    track({ topic, key, meta }: Tracked) {
      const room = roomOf(topic)
      const present = new Present(room, key, presenceMeta(bus().process, meta))
      present.slot = add((room.present ??= []), present)
      return present
    },
    announce(present: Present) {
      const { topic, members } = present.room
      if (members) deliver(topic, 'presence_diff', joinDiff(present))
      bus().track(topic, present)
    },
    untrack(present: Present) {
      const { room } = present
      if (!room.present) return
      remove(room.present, present)
      if (room.present.length === 0) room.present = undefined
      if (room.members) deliver(room.topic, 'presence_diff', leaveDiff(present))
      bus().untrack(room.topic, present, !room.present)
      tidy(room)
    },
    state: (topic: string) => presenceState(rooms.get(topic)?.present ?? [], bus().remote(topic)),
    read: async (topic: string) => {
      const remote = await bus().read(topic)
      return presenceState(rooms.get(topic)?.present ?? [], remote)
    },
    *own(): Iterable<[string, Entry]> {
      for (const room of rooms.values()) for (const present of room.present ?? []) yield [room.topic, present]
    },
  }
}

export type Rooms = ReturnType<typeof createRooms>

function add<T>(list: T[], item: T) {
  return list.push(item) - 1
}

/** The last one takes the free place, so leaving a topic of thousands costs the same as leaving a small one. */
function remove<T extends { slot: number }>(list: T[], item: T) {
  const last = list.pop()
  if (!last || last === item) return
  list[item.slot] = last
  last.slot = item.slot
}
