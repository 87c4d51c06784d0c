import type { IpLimits, Limits } from './limits.js'
import { spend } from './limits.js'
import type { Connection } from './connection.js'
import { takeTurn } from '../turns.js'

/** Bytes of one connection that are handled before other work gets its turn. */
const BYTES_PER_TURN = 32_768
/** Even a tiny frame takes as long as this many bytes of a large one. */
const FRAME_COST = 400

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
    connection.bytes_this_turn = 0
    const resume = () => {
      connection.throttled = false
      settle(connection)
    }
    if (ms > 0) setTimeout(resume, ms).unref()
    else void takeTurn().then(resume)
  }

  return {
    settle,
    /** Counts the bytes of a message before it is parsed. */
    count(connection: Connection, bytes: number, now: number) {
      const { full_at, pause_ms } = spend(connection.bytes_full_at, limits.bytes, now, bytes)
      connection.bytes_full_at = full_at
      const shared_ms = connection.caller ? 0 : ipLimits.read(connection.ip, bytes, now)
      const ms = Math.max(pause_ms, shared_ms)
      connection.bytes_this_turn += bytes + FRAME_COST
      if ((ms > 0 || connection.bytes_this_turn > BYTES_PER_TURN) && !connection.throttled) throttle(connection, ms)
    },
  }
}

export type ReadThrottle = ReturnType<typeof createReadThrottle>
