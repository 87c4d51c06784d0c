import type { PresenceMeta } from '@papercups/contract'
import { encodePush, type Vsn } from '@papercups/wire'
import type { Bus } from './bus.js'
import type { Channel } from './channel.js'
import { monotonic } from './limits.js'
import { changeDiff, joinDiff, leaveDiff, presenceMeta, presenceState, type Entry } from './presence.js'
import { textFrame } from './text-frame.js'
import type { Tracked } from './topic.js'

/** A presence entry of this process. */
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

/** A topic in this process: its members and presence entries. Most have one of each. */
export class Room {
  readonly topic: string
  /** Members and joins under way. The first opens the topic on the bus, the last closes it. */
  holds = 0
  opening: Promise<void> | undefined = undefined
  members: Channel[] | undefined = undefined
  present: Present[] | undefined = undefined
  /** Not written to the members yet. */
  pending: PendingPush[] | undefined = undefined
  next_write_at = 0

  constructor(topic: string) {
    this.topic = topic
  }
}

interface PendingPush {
  event: string
  payload: string
}

/** Sockets that can be written to in a millisecond, roughly. A room of a thousand is written to every ten. */
const WRITES_PER_MS = 100

interface SlowMembers {
  lossy_backlog_bytes: number
  /** Members of a lossy topic that read too slowly. */
  evict(slow: Channel[]): void
}

export function createRooms(bus: () => Bus, { lossy_backlog_bytes, evict }: SlowMembers) {
  const rooms = new Map<string, Room>()
  const unwritten = new Set<Room>()

  const roomOf = (topic: string) => {
    const known = rooms.get(topic)
    if (known) return known
    const room = new Room(topic)
    rooms.set(topic, room)
    return room
  }
  const removeIfEmpty = (room: Room) => {
    if (room.holds === 0 && !room.present) rooms.delete(room.topic)
  }

  /**
   * Queues a push for the members in this process. One write costs the same for one frame and for many, so the pushes of one
   * event loop turn go out together, and a large room that was just written to waits a moment.
   */
  function deliver(topic: string, event: string, payload: string) {
    const room = rooms.get(topic)
    if (!room?.members) return
    if (room.pending) return void room.pending.push({ event, payload })
    room.pending = [{ event, payload }]
    const wait = room.next_write_at - monotonic()
    if (wait > 0) return void setTimeout(write, wait, room)
    if (unwritten.size === 0) setImmediate(writeAll)
    unwritten.add(room)
  }

  function writeAll() {
    for (const room of unwritten) write(room)
  }

  /** Encodes once for each protocol version. */
  function write(room: Room) {
    const { topic, members, pending } = room
    room.pending = undefined
    unwritten.delete(room)
    if (!members || !pending) return
    room.next_write_at = monotonic() + Math.floor(members.length / WRITES_PER_MS)
    const frames = (vsn: Vsn) =>
      Buffer.concat(pending.map(({ event, payload }) => textFrame(encodePush(vsn, topic, event, payload))))
    let arrays: Buffer | undefined
    let objects: Buffer | undefined
    const slow = members.filter(
      ({ declared, connection }) => declared.topic.lossy && connection.raw.writableLength > lossy_backlog_bytes,
    )
    if (slow.length > 0) evict(slow)
    for (const { connection } of members) {
      if (connection.vsn === '2.0.0') connection.send((arrays ??= frames('2.0.0')))
      else connection.send((objects ??= frames('1.0.0')))
    }
  }

  return {
    deliver,
    /** Writes the pending pushes of a topic, so that they arrive before the next reply. */
    flush(topic: string) {
      const room = rooms.get(topic)
      if (room?.pending) write(room)
    },
    /** The same for the reply to an event: what it sent to other topics goes out first, in order. */
    flushInOrder(topic: string) {
      const room = rooms.get(topic)
      if (!room?.pending) return
      writeAll()
      if (room.pending) write(room)
    },
    flushAll() {
      for (const room of rooms.values()) if (room.pending) write(room)
    },
    hasMembers: (topic: string) => rooms.get(topic)?.members !== undefined,
    get size() {
      return rooms.size
    },
    broadcast(topic: string, event: string, payload: string) {
      deliver(topic, event, payload)
      bus().publish(topic, event, payload)
    },
    /** Keeps the topic open on the bus. Await the returned promise before `enter`. */
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
      removeIfEmpty(room)
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
    /** Adds an entry without a broadcast; `announce` sends it. */
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
      removeIfEmpty(room)
    },
    /** Replaces the meta of an entry. Other processes send a join and then a leave, so nobody seems to be gone meanwhile. */
    change(before: Present, meta: object) {
      const { room, key } = before
      const { phx_ref: phx_ref_prev, ...kept } = before.meta
      const changed = { ...kept, ...presenceMeta(bus().process, meta), online_at: kept.online_at, phx_ref_prev }
      const now = new Present(room, key, changed)
      now.slot = before.slot
      if (room.present) room.present[before.slot] = now
      if (room.members) deliver(room.topic, 'presence_diff', changeDiff(before, now))
      bus().track(room.topic, now)
      bus().untrack(room.topic, before, false)
      return now
    },
    isAnybodyPresent(topic: string) {
      const room = rooms.get(topic)
      if (room?.present) return true
      for (const _ of bus().remote(topic)) return true
      return false
    },
    state: (topic: string) => presenceState(rooms.get(topic)?.present ?? [], bus().remote(topic)),
    read: async (topic: string) => {
      const remote = await bus().read(topic)
      return presenceState(rooms.get(topic)?.present ?? [], remote)
    },
    *localEntries(): Iterable<[string, Entry]> {
      for (const room of rooms.values()) for (const present of room.present ?? []) yield [room.topic, present]
    },
  }
}

export type Rooms = ReturnType<typeof createRooms>

function add<T>(list: T[], item: T) {
  return list.push(item) - 1
}

/** Moves the last item into the free slot, so that removal takes constant time. */
function remove<T extends { slot: number }>(list: T[], item: T) {
  const last = list.pop()
  if (!last || last === item) return
  list[item.slot] = last
  last.slot = item.slot
}
