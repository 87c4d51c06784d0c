import { copyFileSync, existsSync, statSync, truncateSync } from 'node:fs'
import type { Cluster } from './cluster.js'

const LARGEST_LOG = 5_000_000

/** PostgreSQL appends to the file it was given, so it is emptied in place; one older copy is kept where there is room. */
export function trimLog({ log_file }: Cluster, largest = LARGEST_LOG) {
  if (!existsSync(log_file) || statSync(log_file).size <= largest) return
  try {
    copyFileSync(log_file, `${log_file}.1`)
  } catch {
    // A full disk is one more reason to empty the log.
  }
  truncateSync(log_file)
}
