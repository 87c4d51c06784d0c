import { createHmac } from 'node:crypto'
import { canonicalEmail } from '../../../platform/canonical.js'
import type { Platform } from '../../../platform/platform.js'
import { countWithinLimits } from './unscoped.js'

export type MailKind =
  | 'verification'
  | 'password-reset'
  | 'invitation'
  | 'mention'
  | 'alert'
  | 'registration'
  | 'webhook-paused'
  | 'reply'
  | 'mailbox-failing'
  | 'connection-failing'
  | 'payment-failed'
  | 'rating-request'
  | 'weekly-summary'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** How many emails of a kind one mailbox gets, and how many one account may send. */
const LIMITS: Record<MailKind, { to_address: number; by_sender: number; within: number }> = {
  verification: { to_address: 5, by_sender: 1_000, within: DAY },
  'password-reset': { to_address: 5, by_sender: 1_000, within: HOUR },
  invitation: { to_address: 3, by_sender: 50, within: DAY },
  mention: { to_address: 50, by_sender: 2_000, within: DAY },
  registration: { to_address: 5, by_sender: 1_000, within: HOUR },
  'webhook-paused': { to_address: 20, by_sender: 500, within: DAY },
  'connection-failing': { to_address: 20, by_sender: 500, within: DAY },
  'payment-failed': { to_address: 20, by_sender: 500, within: DAY },
  'weekly-summary': { to_address: 10, by_sender: 1_000, within: DAY },
  'mailbox-failing': { to_address: 20, by_sender: 500, within: DAY },
  'rating-request': { to_address: 5, by_sender: 5_000, within: DAY },
  reply: { to_address: 10, by_sender: 5_000, within: HOUR },
  alert: { to_address: 500, by_sender: 20_000, within: DAY },
}

/**
 * Counts an email and returns whether it may be sent, so that nobody's mailbox is flooded. Call it outside a
 * transaction: it takes a connection of its own.
 */
export const mayMail = async (platform: Platform, kind: MailKind, email: string, sender: string) =>
  (await countMail(platform, kind, email, sender)) !== undefined

/** The id of the count, or undefined above a limit. */
export function countMail(platform: Platform, kind: MailKind, email: string, sender: string) {
  const { by_sender, within, ...limit } = LIMITS[kind]
  const to_address = kind === 'reply' ? platform.config.reply_mails_per_hour : limit.to_address
  const address_hash = createHmac('sha256', platform.key('mail-addresses')).update(canonicalEmail(email)).digest()
  const since = new Date(Date.now() - within)
  return countWithinLimits(platform, { kind, address_hash, sender }, { to_address, by_sender, since })
}
