import { isLoopback } from '../http/client-ip.js'

export interface Rate {
  per_second: number
  burst: number
}

export interface Limits {
  /** The largest frame of a visitor and of a signed-in user. */
  frame_bytes: number
  team_frame_bytes: number
  /** Topics that take larger frames, by the start of their declared name. Applies after the join. */
  large_frame_bytes: Record<string, number>
  /** Values in one frame: keys, elements, objects and arrays. */
  frame_values: number
  team_frame_values: number
  /** The same for topics that take more, as `large_frame_bytes`. */
  large_frame_values: Record<string, number>
  /** A larger `ping` is answered without its payload. */
  echo_bytes: number
  topics_per_socket: number
  frames: Rate
  /** Bytes read from one socket, and from all visitors of one IP. Above it we read more slowly. */
  bytes: Rate
  bytes_per_ip: Rate
  /** Bytes of incomplete messages of all visitors together. Above it the largest are dropped. */
  unfinished_bytes: number
  joins: Rate
  /** Refusals in a row after which a socket is closed. */
  strikes: number
  /** Queued frames of one socket. Above it we stop reading from that socket. */
  waiting_frames: number
  /** High enough for an office behind one IP. Loopback is not limited: that is a proxy in front of us. */
  sockets_per_ip: number
  /** Events with a limit, per minute. */
  events_per_ip: number
  connects_per_ip: Rate
  /** Unsent bytes of a visitor's and of a user's socket. Above it, or stuck for `stalled_ms`, the socket is dropped. */
  backlog_bytes: number
  team_backlog_bytes: number
  /** Unsent bytes above which a member of a lossy topic has to join again. */
  lossy_backlog_bytes: number
  stalled_ms: number
  idle_ms: number
  authenticate_ms: number
  drain_ms: number
  /** After lost broadcasts all clients rejoin, spread over this time. */
  rejoin_ms: number
}

const KB = 1024
const MB = 1024 * KB

export const defaultLimits: Limits = {
  frame_bytes: 64 * KB,
  team_frame_bytes: MB,
  // Fits a message of 100,000 characters in any script.
  large_frame_bytes: { 'conversation:{conversation_id}': 512 * KB, 'events:{account_id}': 10 * MB },
  frame_values: 5_000,
  team_frame_values: 50_000,
  // The snapshot of a large page: a recorder of the original sends it as plain JSON.
  large_frame_values: { 'events:{account_id}': 300_000 },
  echo_bytes: KB,
  topics_per_socket: 64,
  frames: { per_second: 50, burst: 500 },
  bytes: { per_second: 128 * KB, burst: 2 * MB },
  bytes_per_ip: { per_second: 2 * MB, burst: 16 * MB },
  unfinished_bytes: 32 * MB,
  joins: { per_second: 10, burst: 128 },
  strikes: 200,
  waiting_frames: 64,
  sockets_per_ip: 2000,
  events_per_ip: 1_200,
  connects_per_ip: { per_second: 100, burst: 1000 },
  backlog_bytes: MB,
  team_backlog_bytes: 4 * MB,
  lossy_backlog_bytes: MB,
  stalled_ms: 30_000,
  idle_ms: 45_000,
  authenticate_ms: 10_000,
  drain_ms: 3_000,
  rejoin_ms: 5_000,
}

/** Milliseconds that only go forward. The wall clock may jump. */
export const monotonic = () => Math.floor(performance.now())

/**
 * Takes one token. A bucket is one number: the time at which it will be full again. Returns its new value, or undefined when
 * the bucket is empty.
 */
export function take(full_at: number, rate: Rate, now: number): number | undefined {
  const next = Math.max(full_at, now) + 1000 / rate.per_second
  return next - now > (rate.burst * 1000) / rate.per_second ? undefined : next
}

/** Less than `idle_ms`, so that a throttled client does not count as idle. */
const LONGEST_PAUSE_MS = 10_000

/** Takes bytes that were already read. Returns the bucket's new value, and for how many milliseconds to pause. */
export function spend(full_at: number, rate: Rate, now: number, amount: number) {
  const burst_ms = (rate.burst * 1000) / rate.per_second
  const next = Math.max(full_at, now) + (amount * 1000) / rate.per_second
  const pause_ms = Math.min(LONGEST_PAUSE_MS, Math.max(0, next - now - burst_ms))
  return { full_at: Math.min(next, now + burst_ms + pause_ms), pause_ms }
}

/** Open sockets, recent connection attempts and bytes read of each IP. */
export function createIpLimits(limits: Limits) {
  const known = new Map<string, { sockets: number; full_at: number; bytes_full_at: number }>()

  return {
    admit(ip: string) {
      if (isLoopback(ip)) return true
      const entry = known.get(ip) ?? { sockets: 0, full_at: 0, bytes_full_at: 0 }
      const full_at = take(entry.full_at, limits.connects_per_ip, monotonic())
      if (full_at === undefined || entry.sockets >= limits.sockets_per_ip) return false
      entry.full_at = full_at
      entry.sockets += 1
      known.set(ip, entry)
      return true
    },
    /** Counts bytes read from one of its sockets. Returns for how many milliseconds to pause. */
    read(ip: string, bytes: number, now: number) {
      const entry = known.get(ip)
      if (!entry) return 0
      const { full_at, pause_ms } = spend(entry.bytes_full_at, limits.bytes_per_ip, now, bytes)
      entry.bytes_full_at = full_at
      return pause_ms
    },
    release(ip: string) {
      const entry = known.get(ip)
      if (entry) entry.sockets -= 1
    },
    forget() {
      const now = monotonic()
      for (const [ip, entry] of known) {
        if (entry.sockets <= 0 && entry.full_at <= now && entry.bytes_full_at <= now) known.delete(ip)
      }
    },
  }
}

export type IpLimits = ReturnType<typeof createIpLimits>
