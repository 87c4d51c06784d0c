import { isLoopback } from '../http/address.js'

/** How much is let through: so many a second, and this many at once. */
export interface Rate {
  per_second: number
  burst: number
}

export interface Limits {
  /** The largest frame of a visitor, and of a signed-in user. */
  frame_bytes: number
  team_frame_bytes: number
  /** Topics that take larger frames, by the beginning of their declared name. Counts only once such a topic is joined. */
  large_frame_bytes: Record<string, number>
  /** Values in one frame: keys, elements, objects and lists. */
  frame_values: number
  team_frame_values: number
  /** A larger `ping` is answered without its payload. */
  echo_bytes: number
  topics_per_socket: number
  frames: Rate
  /** Bytes that are read from one socket, and from all visitors of one address. Above it we read more slowly. */
  bytes: Rate
  bytes_per_address: Rate
  /** What all visitors together have sent of messages that are not complete. Above it the largest are dropped. */
  unfinished_bytes: number
  joins: Rate
  /** Refusals in a row after which a socket is closed. */
  strikes: number
  /** Frames of one socket that wait for the one before them; above it we stop reading from that socket. */
  waiting_frames: number
  /** Fair to an office behind one address. Loopback is free: that is a proxy in front of us. */
  sockets_per_address: number
  /** Events that have a limit, a minute. */
  events_per_address: number
  connects_per_address: Rate
  /** Unsent bytes of a visitor's socket and of a signed-in user's; above it, or stuck for `stalled_ms`, it is dropped. */
  backlog_bytes: number
  team_backlog_bytes: number
  stalled_ms: number
  idle_ms: number
  authenticate_ms: number
  drain_ms: number
  /** After a gap between the processes everybody joins again, spread over this time. */
  rejoin_ms: number
}

const KB = 1024
const MB = 1024 * KB

export const defaultLimits: Limits = {
  frame_bytes: 64 * KB,
  team_frame_bytes: MB,
  // A message of 100,000 characters fits, whatever script it is written in.
  large_frame_bytes: { 'conversation:{conversation_id}': 512 * KB, 'events:': 10 * MB },
  frame_values: 5_000,
  team_frame_values: 50_000,
  echo_bytes: KB,
  topics_per_socket: 64,
  frames: { per_second: 50, burst: 500 },
  bytes: { per_second: 128 * KB, burst: 2 * MB },
  bytes_per_address: { per_second: 2 * MB, burst: 16 * MB },
  unfinished_bytes: 32 * MB,
  joins: { per_second: 10, burst: 128 },
  strikes: 200,
  waiting_frames: 64,
  sockets_per_address: 2000,
  events_per_address: 1_200,
  connects_per_address: { per_second: 100, burst: 1000 },
  backlog_bytes: MB,
  team_backlog_bytes: 4 * MB,
  stalled_ms: 30_000,
  idle_ms: 45_000,
  authenticate_ms: 10_000,
  drain_ms: 3_000,
  rejoin_ms: 5_000,
}

/** Milliseconds that only go forward: the wall clock may jump by a year. */
export const monotonic = () => Math.floor(performance.now())

/**
 * A bucket is one number: the time at which it would be full again. Returns the number to keep, or undefined when there is
 * no room.
 */
export function take(full_at: number, rate: Rate, now: number): number | undefined {
  const next = Math.max(full_at, now) + 1000 / rate.per_second
  return next - now > (rate.burst * 1000) / rate.per_second ? undefined : next
}

/** Less than `idle_ms`: somebody who is not read from must not look silent. */
const LONGEST_REST_MS = 10_000

/** Takes what was already read from the bucket. Returns the number to keep, and for how many milliseconds nothing more fits. */
export function spend(full_at: number, rate: Rate, now: number, amount: number) {
  const burst_ms = (rate.burst * 1000) / rate.per_second
  const next = Math.max(full_at, now) + (amount * 1000) / rate.per_second
  const rest_ms = Math.min(LONGEST_REST_MS, Math.max(0, next - now - burst_ms))
  return { full_at: Math.min(next, now + burst_ms + rest_ms), rest_ms }
}

/** Open sockets, recent attempts and bytes read of each address. */
export function createAddresses(limits: Limits) {
  const known = new Map<string, { sockets: number; full_at: number; bytes_full_at: number }>()

  return {
    admit(address: string) {
      if (isLoopback(address)) return true
      const entry = known.get(address) ?? { sockets: 0, full_at: 0, bytes_full_at: 0 }
      const full_at = take(entry.full_at, limits.connects_per_address, monotonic())
      if (full_at === undefined || entry.sockets >= limits.sockets_per_address) return false
      entry.full_at = full_at
      entry.sockets += 1
      known.set(address, entry)
      return true
    },
    /** So many bytes were read from one of its sockets. Returns for how many milliseconds that is enough. */
    read(address: string, bytes: number, now: number) {
      const entry = known.get(address)
      if (!entry) return 0
      const { full_at, rest_ms } = spend(entry.bytes_full_at, limits.bytes_per_address, now, bytes)
      entry.bytes_full_at = full_at
      return rest_ms
    },
    release(address: string) {
      const entry = known.get(address)
      if (entry) entry.sockets -= 1
    },
    forget() {
      const now = monotonic()
      for (const [address, entry] of known) {
        if (entry.sockets <= 0 && entry.full_at <= now && entry.bytes_full_at <= now) known.delete(address)
      }
    },
  }
}

export type Addresses = ReturnType<typeof createAddresses>
