import { copyFileSync, existsSync, statSync, truncateSync } from 'node:fs'
import type { Cluster } from './cluster.js'

const LARGEST_LOG = 5_000_000

/** PostgreSQL keeps the file open, so it is truncated in place. One older copy is kept if there is room. */
export function trimLog({ log_file }: Cluster, largest = LARGEST_LOG) {
  if (!existsSync(log_file) || statSync(log_file).size <= largest) return
  try {
    copyFileSync(log_file, `${log_file}.1`)
  } catch {
    // The copy failed, perhaps on a full disk: truncate anyway.
  }
  truncateSync(log_file)
}
