import type { WorkingHours } from '@papercups/contract'
import { toWorkingHours } from '../../account/accounts/present.js'
import { zoneOf } from './local-days.js'

/** The days and the working hours of an account. */
export interface AccountClock {
  zone: string
  /** Empty if all hours count: the account has none, or no time zone for them. */
  hours: WorkingHours[]
}

interface Row {
  time_zone: string | null
  working_hours: unknown
}

export function clockOf(account: Row | undefined): AccountClock {
  const zone = zoneOf(account?.time_zone ?? null)
  const hasZone = zone === account?.time_zone
  return { zone, hours: hasZone ? toWorkingHours(account.working_hours) : [] }
}
