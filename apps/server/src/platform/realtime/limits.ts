/** How much is let through: so many a second, and this many at once. */
export interface Rate {
  per_second: number
  burst: number
}

export interface Limits {
  frame_bytes: number
  /** Topics that take larger frames, by the beginning of their name. Counts only once such a topic is joined. */
  large_frame_bytes: Record<string, number>
  topics_per_socket: number
  frames: Rate
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
  /** Unsent bytes of a socket; above it, or stuck for `stalled_ms`, it is dropped. */
  backlog_bytes: number
  stalled_ms: number
  idle_ms: number
  authenticate_ms: number
  drain_ms: number
  /** After a gap between the processes everybody joins again, spread over this time. */
  rejoin_ms: number
}

const MB = 1024 * 1024

export const defaultLimits: Limits = {
  frame_bytes: MB,
  large_frame_bytes: { 'events:': 10 * MB },
  topics_per_socket: 64,
  frames: { per_second: 50, burst: 500 },
  joins: { per_second: 10, burst: 128 },
  strikes: 200,
  waiting_frames: 64,
  sockets_per_address: 2000,
  events_per_address: 1_200,
  connects_per_address: { per_second: 100, burst: 1000 },
  backlog_bytes: 4 * MB,
  stalled_ms: 30_000,
  idle_ms: 45_000,
  authenticate_ms: 10_000,
  drain_ms: 5_000,
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

export const isLoopback = (address: string) => /^(127\.|::1$|::ffff:127\.)/.test(address)

/** Open sockets and recent attempts of each address. */
export function createAddresses(limits: Limits) {
  const known = new Map<string, { sockets: number; full_at: number }>()

  return {
    admit(address: string) {
      if (isLoopback(address)) return true
      const entry = known.get(address) ?? { sockets: 0, full_at: 0 }
      const full_at = take(entry.full_at, limits.connects_per_address, monotonic())
      if (full_at === undefined || entry.sockets >= limits.sockets_per_address) return false
      entry.full_at = full_at
      entry.sockets += 1
      known.set(address, entry)
      return true
    },
    release(address: string) {
      const entry = known.get(address)
      if (entry) entry.sockets -= 1
    },
    forget() {
      const now = monotonic()
      for (const [address, entry] of known) {
        if (entry.sockets <= 0 && entry.full_at <= now) known.delete(address)
      }
    },
  }
}

export type Addresses = ReturnType<typeof createAddresses>
