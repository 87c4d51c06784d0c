import { decodeFrame, encodePush, type Frame } from '@papercups/wire'
import { describeDatabaseError } from '../database/refusals.js'
import { Refusal } from '../errors.js'
import { isModest } from '../http/json-shape.js'
import type { RateLimiter } from '../http/rate-limit.js'
import { salvage } from '../http/salvage.js'
import { parse } from '../http/validate.js'
import type { Log } from '../log.js'
import type { Platform } from '../platform.js'
import { Channel } from './channel.js'
import { createEventLimits } from './event-limits.js'
import { headOf } from './frame-head.js'
import type { Line } from './line.js'
import { monotonic, take, type Limits } from './limits.js'
import type { Reading } from './reading.js'
import type { Rooms } from './rooms.js'
import { textFrame } from './text-frame.js'
import type { Tracked } from './topic.js'
import { admits, type Declared, type TopicTable } from './topic-table.js'

interface Parts {
  platform: Platform
  log: Pick<Log, 'error'>
  limiter: RateLimiter
  limits: Limits
  table: TopicTable
  rooms: Rooms
  reading: Reading
  /** Closes the line for good: what it still sends is not looked at. */
  dismiss(line: Line, code: number, reason: string): void
}

/** What clients say: joins, leaves, heartbeats, events. The frames of a line in one topic are handled strictly in order. */
export function createChannels({ platform, log, limiter, limits, table, rooms, reading, dismiss }: Parts) {
  let busy = 0
  let judgements = 0
  const spend = createEventLimits(limiter, limits)

  function receive(line: Line, data: Buffer, binary: boolean) {
    if (line.gone) return
    const now = monotonic()
    line.heard_at = now
    line.read_bytes = line.raw.bytesRead
    if (binary) return dismiss(line, 1003, 'Text frames only')
    if (data.length > largestFrame(line)) return dismiss(line, 1009, 'Frame too large')
    reading.count(line, data.length, now)
    handleFrame(line, data, now)
    reading.settle(line)
  }

  function handleFrame(line: Line, data: Buffer, now: number) {
    const full_at = take(line.frames_full_at, limits.frames, now)
    if (full_at === undefined) return strike(line, headOf(line.vsn, data), 'Too many messages')
    line.frames_full_at = full_at
    if (!isModest(data, line.caller ? limits.team_frame_values : limits.frame_values)) {
      const head = headOf(line.vsn, data)
      return head ? strike(line, head, 'Frame too complex') : dismiss(line, 1007, 'Frame too complex')
    }

    const frame = decodeFrame(line.vsn, data.toString())
    if (!frame || frame.topic.length > LONGEST_TOPIC) return dismiss(line, 1007, 'Not a frame')
    if (frame.event === 'ping' && data.length > limits.echo_bytes) frame.payload = {}
    const channel = line.channel(frame.topic)
    if (channel && data.length > frameBytes(line, channel.declared)) return strike(line, frame, 'Frame too large')
    if (frame.event === 'phx_join' && !admitJoin(line, frame, now)) return
    if (channel) return queue(channel, frame)
    if (frame.event === 'phx_join') return open(line, frame)
    if (frame.event === 'phx_leave') return line.reply(frame.join_ref, frame, 'ok', {})
    if (frame.topic === 'phoenix' && frame.event === 'heartbeat') return line.reply(null, frame, 'ok', {})
    line.reply(null, frame, 'error', unmatched)
  }

  /** Before something large is parsed: only who joined a topic that takes it may send it. */
  function largestFrame(line: Line) {
    let largest = frameBytes(line)
    for (const { declared } of line.channels) largest = Math.max(largest, frameBytes(line, declared))
    return largest
  }

  const frameBytes = ({ caller }: Line, declared?: Declared) =>
    Math.max(caller ? limits.team_frame_bytes : limits.frame_bytes, declared?.frame_bytes ?? 0)

  function admitJoin(line: Line, frame: Frame, now: number) {
    const full_at = take(line.joins_full_at, limits.joins, now)
    if (full_at === undefined) strike(line, frame, 'Too many joins')
    else line.joins_full_at = full_at
    return full_at !== undefined
  }

  function strike(line: Line, frame: Frame | undefined, reason: string) {
    if (frame) line.reply(null, frame, 'error', { reason })
    line.strikes += 1
    if (line.strikes > limits.strikes) dismiss(line, 1008, reason)
  }

  function open(line: Line, frame: Frame) {
    const match = table.find(frame.topic)
    if (!match) return line.reply(null, frame, 'error', unmatched)
    if (line.channels.length >= limits.topics_per_socket) return strike(line, frame, 'Too many topics')
    const channel = new Channel(line, frame.topic, match.declared)
    line.channels.push(channel)
    queue(channel, frame)
  }

  function queue(channel: Channel, frame: Frame) {
    if (!channel.busy) return work(channel, frame)
    const { line } = channel
    const waiting = (channel.waiting ??= [])
    waiting.push(frame)
    line.waiting += 1
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
    const { line, waiting } = channel
    while (!channel.busy && waiting && waiting.length > 0) {
      const frame = waiting.shift()
      line.waiting -= 1
      if (frame) work(channel, frame)
    }
    reading.settle(line)
    settle(channel)
  }

  /** A channel that is not joined lives no longer than its frames. */
  function settle(channel: Channel) {
    if (channel.busy || channel.waiting?.length) return
    channel.waiting = undefined
    if (channel.joined) return
    const { channels } = channel.line
    const index = channels.indexOf(channel)
    if (index >= 0) channels.splice(index, 1)
  }

  function handle(channel: Channel, frame: Frame): Promise<void> | undefined {
    const { line } = channel
    if (frame.event === 'phx_join') return join(channel, frame)
    if (frame.event === 'phx_leave') return leave(channel, frame)
    if (!channel.joined) return void line.reply(null, frame, 'error', unmatched)

    if (channel.declared.events.has(frame.event)) return run(channel, frame)
    if (frame.event !== 'ping') return void answer(channel, frame, 'error', { reason: 'unknown event' })
    return void answer(channel, frame, 'ok', (frame.payload ?? {}) as object)
  }

  async function run(channel: Channel, frame: Frame) {
    const { line, declared } = channel
    try {
      const event = declared.events.get(frame.event)
      if (!event || !admits(event.allow, line.caller)) throw new Refusal(403, 'Unauthorized')
      const payload = parse(event.input, event.side ? salvage(event.side, frame.payload) : frame.payload)
      if (event.limit && !line.caller) await spend(line, frame.event, event.limit(channel.member))
      const response = await event.run(channel.member, payload, line.caller)
      answer(channel, frame, 'ok', response ?? {})
      line.strikes = 0
    } catch (error) {
      answer(channel, frame, 'error', refusal(error, channel, frame) ?? { reason: 'Something went wrong' })
    }
  }

  async function join(channel: Channel, frame: Frame) {
    const { line, topic, declared } = channel
    // Joined before on this line: that membership ends without a word.
    depart(channel)
    channel.join_ref = frame.join_ref ?? frame.ref
    let held = false
    try {
      const payload = frame.payload
      if (!admits(declared.topic.allow, line.caller)) throw new Refusal(403, 'Unauthorized')
      if (!isObject(payload)) throw new Refusal(422, 'The payload has to be an object')
      const params = table.find(topic)?.params ?? {}
      const request = { platform, caller: line.caller, params, payload, site: line.site }
      const { member, ...shown } = await judge(async () => {
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
      // They hung up meanwhile. What they had sent before is still carried out, but nobody is here to listen.
      if (line.gone || !line.open) return rooms.release(topic)
      admit(channel, frame, shown)
    } catch (error) {
      if (held && !channel.room) rooms.release(topic)
      depart(channel)
      line.reply(channel.join_ref, frame, 'error', refusal(error, channel, frame) ?? { reason: 'join crashed' })
    }
  }

  /** Once more when what it is judged by has changed meanwhile. */
  async function judge<M>(decide: () => Promise<M>): Promise<M> {
    for (;;) {
      const begun = judgements
      const decision = await decide()
      if (begun === judgements) return decision
    }
  }

  /** In one go: the reply, then what belongs to the join, then whatever others broadcast. */
  function admit(channel: Channel, frame: Frame, { track, presence }: { track?: Tracked[]; presence?: boolean }) {
    const { line, topic } = channel
    rooms.catchUp(topic)
    line.reply(channel.join_ref, frame, 'ok', {})
    rooms.enter(channel)
    channel.present = track?.map((tracked) => rooms.track(tracked))
    if (presence) {
      line.send(textFrame(encodePush(line.vsn, topic, 'presence_state', JSON.stringify(rooms.state(topic)))))
    }
    for (const present of channel.present ?? []) rooms.announce(present)
  }

  function leave(channel: Channel, frame: Frame) {
    const { line, topic, joined } = channel
    rooms.catchUp(topic)
    line.reply(joined ? channel.join_ref : frame.join_ref, frame, 'ok', {})
    depart(channel)
    if (joined) line.close(channel, 'phx_close')
    return undefined
  }

  function depart(channel: Channel) {
    channel.joined = false
    channel.member = undefined
    channel.visits = undefined
    withdraw(channel)
  }

  /** Neither hears nor shows any more. */
  function withdraw(channel: Channel) {
    if (!channel.room) return
    rooms.exit(channel)
    rooms.release(channel.topic)
    for (const present of channel.present ?? []) rooms.untrack(present)
    channel.present = undefined
  }

  function answer(channel: Channel, frame: Frame, status: 'ok' | 'error', response: object) {
    rooms.catchUp(channel.topic)
    channel.line.reply(channel.join_ref, frame, status, response)
  }

  function refusal(error: unknown, channel: Channel, { event }: Frame) {
    const refused = error instanceof Refusal ? error : describeDatabaseError(error)
    if (refused) return { reason: refused.message, ...(refused.errors && { errors: refused.errors }) }
    log.error({ err: error, topic: channel.declared.topic.name, event }, 'socket event failed')
    return undefined
  }

  return {
    receive,
    /** They are out, and asked to join again. Who is on the way in is judged once more. */
    turnOut(doubted: Channel[]) {
      judgements += 1
      for (const channel of doubted) {
        depart(channel)
        channel.line.close(channel, 'phx_error')
        settle(channel)
      }
    },
    /** The line is gone. Frames that had arrived are finished unless it was sent away. */
    hangUp(line: Line, { finish }: { finish: boolean }) {
      for (const channel of line.channels) {
        withdraw(channel)
        if (!finish) channel.waiting = undefined
      }
    },
    /** Whether an event is being handled at this moment. */
    busy: () => busy > 0,
  }
}

/** It comes back in every answer. */
const LONGEST_TOPIC = 255

const unmatched = { reason: 'unmatched topic' }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
