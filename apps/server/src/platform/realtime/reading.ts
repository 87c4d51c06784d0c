import type { Addresses, Limits } from './limits.js'
import { spend } from './limits.js'
import type { Line } from './line.js'

/**
 * Decides whether we read from a line. A client that does not read its answers, sends faster than its events are handled, or
 * sends too many bytes is not read from for a while. Nothing that it sent is lost: it waits at the client.
 */
export function createReading(limits: Limits, addresses: Addresses) {
  function settle(line: Line) {
    const { raw, wire } = line
    const clogged = raw.writableNeedDrain
    const stop = clogged || line.resting || line.waiting >= limits.waiting_frames
    if (stop === wire.isPaused) return
    if (!stop) return wire.resume()
    wire.pause()
    if (clogged) raw.once('drain', () => settle(line))
  }

  function rest(line: Line, ms: number) {
    line.resting = true
    setTimeout(() => {
      line.resting = false
      settle(line)
    }, ms).unref()
  }

  return {
    settle,
    /** Counts a message that came in, before anything in it is looked at. */
    count(line: Line, bytes: number, now: number) {
      const { full_at, rest_ms } = spend(line.bytes_full_at, limits.bytes, now, bytes)
      line.bytes_full_at = full_at
      const shared_ms = line.caller ? 0 : addresses.read(line.address, bytes, now)
      const ms = Math.max(rest_ms, shared_ms)
      if (ms > 0 && !line.resting) rest(line, ms)
    },
  }
}

export type Reading = ReturnType<typeof createReading>
