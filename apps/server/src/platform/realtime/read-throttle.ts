import type { IpLimits, Limits } from './limits.js'
import { spend } from './limits.js'
import type { Connection } from './connection.js'

/**
 * Stops reading from a client that does not read its replies, sends faster than its events are handled, or sends too many
 * bytes. Nothing is lost: the data waits at the client.
 */
export function createReadThrottle(limits: Limits, ipLimits: IpLimits) {
  function settle(connection: Connection) {
    const { raw, socket } = connection
    const blocked = raw.writableNeedDrain
    const stop = blocked || connection.throttled || connection.waiting >= limits.waiting_frames
    if (stop === socket.isPaused) return
    if (!stop) return socket.resume()
    socket.pause()
    if (blocked) raw.once('drain', () => settle(connection))
  }

  function throttle(connection: Connection, ms: number) {
    connection.throttled = true
    setTimeout(() => {
      connection.throttled = false
      settle(connection)
    }, ms).unref()
  }

  return {
    settle,
    /** Counts the bytes of a message before it is parsed. */
    count(connection: Connection, bytes: number, now: number) {
      const { full_at, pause_ms } = spend(connection.bytes_full_at, limits.bytes, now, bytes)
      connection.bytes_full_at = full_at
      const shared_ms = connection.caller ? 0 : ipLimits.read(connection.ip, bytes, now)
      const ms = Math.max(pause_ms, shared_ms)
      if (ms > 0 && !connection.throttled) throttle(connection, ms)
    },
  }
}

export type ReadThrottle = ReturnType<typeof createReadThrottle>
