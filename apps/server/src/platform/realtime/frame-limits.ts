import type { Connection } from './connection.js'
import type { Limits } from './limits.js'
import type { Declared } from './topic-table.js'

/** How large the frames of a connection may be. Only a member of a topic that takes large frames may send one. */
export function createFrameLimits(limits: Limits) {
  const bytes = ({ caller }: Connection, declared?: Declared) =>
    Math.max(caller ? limits.team_frame_bytes : limits.frame_bytes, declared?.frame_bytes ?? 0)

  return {
    bytes,
    largest(connection: Connection) {
      let largest = bytes(connection)
      for (const { declared } of connection.channels) largest = Math.max(largest, bytes(connection, declared))
      return largest
    },
    mostValues({ caller, channels }: Connection) {
      let most = caller ? limits.team_frame_values : limits.frame_values
      for (const { declared } of channels) most = Math.max(most, declared.frame_values ?? 0)
      return most
    },
  }
}
