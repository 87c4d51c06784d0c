import type { Lane } from '../../../platform/jobs/leased-work.js'
import type { Platform } from '../../../platform/platform.js'
import { releaseLease, renewLease } from './connection-state.js'
import type { ConnectionRow } from './connections.js'

const RENEW_MS = 10_000

export interface Run {
  /** The lease is lost or the server stops: begin nothing more. */
  isEnded(): boolean
  /** Something was sent or taken. */
  noteActivity(): void
}

interface Options {
  platform: Platform
  row: ConnectionRow
  lease: string
  work(run: Run): Promise<void>
  /** Stores why the work failed. */
  fail(error: unknown): Promise<void>
}

/** Does the work of one connection once. The caller has its lease, which is renewed meanwhile and released at the end. */
export function openLeasedRun({ platform, row, lease, work, fail }: Options): Lane {
  const { id } = row
  const account = platform.account(row.account_id)
  let ended = false
  let is_active = false
  const end = () => void (ended = true)

  const run = async () => {
    const renewing = setInterval(() => {
      account.run(renewLease, id, lease).then(([held]) => held ?? end(), end)
    }, RENEW_MS)
    try {
      await work({ isEnded: () => ended, noteActivity: () => void (is_active = true) })
    } catch (error) {
      await fail(error)
    } finally {
      clearInterval(renewing)
    }
    await account.run(releaseLease, id, lease, is_active)
    return false
  }
  const done = run().catch((error: unknown) => {
    // The lease runs out, and another try begins.
    platform.log.error({ err: error, connection_id: id }, 'the state of a connection could not be stored')
    return false
  })
  return { fill() {}, stop: end, done }
}
