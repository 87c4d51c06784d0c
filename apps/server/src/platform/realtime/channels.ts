import { decodeFrame, encodePush, type Frame } from '@papercups/wire'
import { describeDatabaseError } from '../database/database-errors.js'
import { HttpError } from '../errors.js'
import { isWithinJsonLimits } from '../http/json-limits.js'
import type { RateLimiter } from '../http/rate-limit.js'
import { dropInvalidFields } from '../http/drop-invalid-fields.js'
import { parse } from '../http/validate.js'
import type { Log } from '../log.js'
import type { Platform } from '../platform.js'
import { Channel } from './channel.js'
import { createEventLimits } from './event-limits.js'
import { headOf } from './frame-head.js'
import { createFrameLimits } from './frame-limits.js'
import type { Connection } from './connection.js'
import { monotonic, take, type Limits } from './limits.js'
import type { ReadThrottle } from './read-throttle.js'
import type { Rooms } from './rooms.js'
import { textFrame } from './text-frame.js'
import type { Membership } from './topic.js'
import { admits, type TopicTable } from './topic-table.js'

interface Parts {
  platform: Platform
  log: Pick<Log, 'error'>
  limiter: RateLimiter
  limits: Limits
  table: TopicTable
  rooms: Rooms
  readThrottle: ReadThrottle
  /** Closes the connection. Frames that it still sends are ignored. */
  dismiss(connection: Connection, code: number, reason: string): void
}

type Shown = Pick<Membership, 'track' | 'presence'>

/** Handles the frames of clients: joins, leaves, heartbeats and events, in order for each connection and topic. */
export function createChannels({ platform, log, limiter, limits, table, rooms, readThrottle, dismiss }: Parts) {
  let busy = 0
  let evictions = 0
  const spend = createEventLimits(limiter, limits)
  const frames = createFrameLimits(limits)

  function receive(connection: Connection, data: Buffer, binary: boolean) {
    if (connection.gone) return
    const now = monotonic()
    connection.last_received_at = now
    connection.bytes_of_complete_messages = connection.raw.bytesRead
    if (binary) return dismiss(connection, 1003, 'Text frames only')
    if (data.length > frames.largest(connection)) return dismiss(connection, 1009, 'Frame too large')
    readThrottle.count(connection, data.length, now)
    handleFrame(connection, data, now)
    readThrottle.settle(connection)
  }

  function handleFrame(connection: Connection, data: Buffer, now: number) {
    const full_at = take(connection.frames_full_at, limits.frames, now)
    if (full_at === undefined) return strike(connection, headOf(connection.vsn, data), 'Too many messages')
    connection.frames_full_at = full_at
    if (!isWithinJsonLimits(data, frames.mostValues(connection))) {
      const head = headOf(connection.vsn, data)
      return head ? strike(connection, head, 'Frame too complex') : dismiss(connection, 1007, 'Frame too complex')
    }

    const frame = decodeFrame(connection.vsn, data.toString())
    if (!frame || frame.topic.length > LONGEST_TOPIC) return dismiss(connection, 1007, 'Not a frame')
    if (frame.event === 'ping' && data.length > limits.echo_bytes) frame.payload = {}
    const channel = connection.channel(frame.topic)
    if (channel && data.length > frames.bytes(connection, channel.declared))
      return strike(connection, frame, 'Frame too large')
    if (frame.event === 'phx_join' && !takeJoin(connection, frame, now)) return
    if (channel) return queue(channel, frame)
    if (frame.event === 'phx_join') return open(connection, frame)
    if (frame.event === 'phx_leave') return connection.reply(frame.join_ref, frame, 'ok', {})
    if (frame.topic === 'phoenix' && frame.event === 'heartbeat') return connection.reply(null, frame, 'ok', {})
    connection.reply(null, frame, 'error', unmatched)
  }

  function takeJoin(connection: Connection, frame: Frame, now: number) {
    const full_at = take(connection.joins_full_at, limits.joins, now)
    if (full_at === undefined) strike(connection, frame, 'Too many joins')
    else connection.joins_full_at = full_at
    return full_at !== undefined
  }

  function strike(connection: Connection, frame: Frame | undefined, reason: string) {
    if (frame) connection.reply(null, frame, 'error', { reason })
    connection.strikes += 1
    if (connection.strikes > limits.strikes) dismiss(connection, 1008, reason)
  }

  function open(connection: Connection, frame: Frame) {
    const match = table.find(frame.topic)
    if (!match) return connection.reply(null, frame, 'error', unmatched)
    if (connection.channels.length >= limits.topics_per_socket) return strike(connection, frame, 'Too many topics')
    const channel = new Channel(connection, frame.topic, match.declared)
    connection.channels.push(channel)
    queue(channel, frame)
  }

  function queue(channel: Channel, frame: Frame) {
    if (!channel.busy) return work(channel, frame)
    const { connection } = channel
    const waiting = (channel.waiting ??= [])
    waiting.push(frame)
    connection.waiting += 1
  }

  function work(channel: Channel, frame: Frame) {
    const doing = handle(channel, frame)
    if (!doing) return settle(channel)
    channel.busy = true
    busy += 1
    doing
      .finally(() => {
        channel.busy = false
        busy -= 1
        next(channel)
      })
      .catch((error: unknown) => log.error({ err: error }, 'socket frame failed'))
  }

  function next(channel: Channel) {
    const { connection, waiting } = channel
    while (!channel.busy && waiting && waiting.length > 0) {
      const frame = waiting.shift()
      connection.waiting -= 1
      if (frame) work(channel, frame)
    }
    readThrottle.settle(connection)
    settle(channel)
  }

  /** Removes a channel that is not joined once its frames are handled. */
  function settle(channel: Channel) {
    if (channel.busy || channel.waiting?.length) return
    channel.waiting = undefined
    if (channel.joined) return
    const { channels } = channel.connection
    const index = channels.indexOf(channel)
    if (index >= 0) channels.splice(index, 1)
  }

  function handle(channel: Channel, frame: Frame): Promise<void> | undefined {
    const { connection } = channel
    if (frame.event === 'phx_join') return join(channel, frame)
    if (frame.event === 'phx_leave') return leave(channel, frame)
    if (!channel.joined) return void connection.reply(null, frame, 'error', unmatched)

    if (channel.declared.events.has(frame.event)) return run(channel, frame)
    if (frame.event !== 'ping') return void answer(channel, frame, 'error', { reason: 'unknown event' })
    return void answer(channel, frame, 'ok', (frame.payload ?? {}) as object)
  }

  async function run(channel: Channel, frame: Frame) {
    const { connection, declared } = channel
    try {
      const event = declared.events.get(frame.event)
      if (!event || !admits(event.allow, connection.caller)) throw new HttpError(403, 'Unauthorized')
      const payload = parse(event.input, event.side ? dropInvalidFields(event.side, frame.payload) : frame.payload)
      if (event.limit && !connection.caller) await spend(connection, frame.event, event.limit(channel.member))
      if (event.present && channel.room) {
        const meta = event.present(payload)
        channel.present = channel.present?.map((present) => rooms.change(present, meta))
      }
      const response = await event.run(channel.member, payload, connection.caller)
      answer(channel, frame, 'ok', response ?? {})
      connection.strikes = 0
    } catch (error) {
      answer(channel, frame, 'error', refusal(error, channel, frame) ?? { reason: 'Something went wrong' })
    }
  }

  async function join(channel: Channel, frame: Frame) {
    const { connection, topic, declared } = channel
    // A second join on the same connection replaces the first without a `phx_close`.
    endMembership(channel)
    channel.join_ref = frame.join_ref ?? frame.ref
    let held = false
    try {
      const payload = frame.payload
      if (!admits(declared.topic.allow, connection.caller)) throw new HttpError(403, 'Unauthorized')
      if (!isObject(payload)) throw new HttpError(422, 'The payload has to be an object')
      const params = table.find(topic)?.params ?? {}
      const request = { platform, caller: connection.caller, params, payload, site: connection.site }
      const { member, ...shown } = await authorize(async () => {
        const membership = await declared.topic.join(request)
        if (!held) {
          held = true
          await rooms.hold(topic)
        }
        return membership
      })

      channel.joined = true
      channel.member = member
      channel.visits = shown.visits
      // The client disconnected meanwhile. The frames it had sent are still handled, but it joins no room.
      if (connection.gone || !connection.open) return rooms.release(topic)
      completeJoin(channel, frame, shown)
    } catch (error) {
      if (held && !channel.room) rooms.release(topic)
      endMembership(channel)
      connection.reply(channel.join_ref, frame, 'error', refusal(error, channel, frame) ?? { reason: 'join crashed' })
    }
  }

  /** Decides again if visitors were evicted meanwhile, because the rules may have changed. */
  async function authorize<M>(decide: () => Promise<M>): Promise<M> {
    for (;;) {
      const begun = evictions
      const decision = await decide()
      if (begun === evictions) return decision
    }
  }

  /** Synchronous, so that the reply comes first, then the presence state, then broadcasts. */
  function completeJoin(channel: Channel, frame: Frame, { track, presence }: Shown) {
    const { connection, topic } = channel
    rooms.flush(topic)
    connection.reply(channel.join_ref, frame, 'ok', {})
    rooms.enter(channel)
    channel.present = track?.map((tracked) => rooms.track(tracked))
    if (presence) {
      connection.send(
        textFrame(encodePush(connection.vsn, topic, 'presence_state', JSON.stringify(rooms.state(topic)))),
      )
    }
    for (const present of channel.present ?? []) rooms.announce(present)
  }

  function leave(channel: Channel, frame: Frame) {
    const { connection, topic, joined } = channel
    rooms.flush(topic)
    connection.reply(joined ? channel.join_ref : frame.join_ref, frame, 'ok', {})
    endMembership(channel)
    if (joined) connection.close(channel, 'phx_close')
    return undefined
  }

  function endMembership(channel: Channel) {
    channel.joined = false
    channel.member = undefined
    channel.visits = undefined
    leaveRoom(channel)
  }

  function leaveRoom(channel: Channel) {
    if (!channel.room) return
    rooms.exit(channel)
    rooms.release(channel.topic)
    for (const present of channel.present ?? []) rooms.untrack(present)
    channel.present = undefined
  }

  function answer(channel: Channel, frame: Frame, status: 'ok' | 'error', response: object) {
    rooms.flushInOrder(channel.topic)
    channel.connection.reply(channel.join_ref, frame, status, response)
  }

  function refusal(error: unknown, channel: Channel, { event }: Frame) {
    const refused = error instanceof HttpError ? error : describeDatabaseError(error)
    if (refused) return { reason: refused.message, ...(refused.errors && { errors: refused.errors }) }
    log.error({ err: error, topic: channel.declared.topic.name, event }, 'socket event failed')
    return undefined
  }

  return {
    receive,
    /** Removes members and asks them to rejoin. Joins under way are decided again. */
    evict(evicted: Channel[]) {
      evictions += 1
      for (const channel of evicted) {
        endMembership(channel)
        channel.connection.close(channel, 'phx_error')
        settle(channel)
      }
    },
    /** For a closed connection. `finish`: still handle the frames that had arrived. */
    removeConnection(connection: Connection, { finish }: { finish: boolean }) {
      for (const channel of connection.channels) {
        leaveRoom(channel)
        if (!finish) channel.waiting = undefined
      }
    },
    busy: () => busy > 0,
  }
}

/** Every reply repeats the topic. */
const LONGEST_TOPIC = 255

const unmatched = { reason: 'unmatched topic' }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
