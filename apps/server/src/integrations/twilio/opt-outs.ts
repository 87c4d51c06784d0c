import { createHmac } from 'node:crypto'
import type { Account } from '../../platform/account.js'
import type { Platform } from '../../platform/platform.js'

/** https://www.twilio.com/docs/messaging/tutorials/advanced-opt-out. HELP needs nothing: Twilio answers it. */
const STOP = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'revoke'])
const START = new Set(['start', 'unstop', 'yes'])

/** One of our numbers and one of a customer. */
export interface NumberPair {
  number: string
  phone: string
}

/** `opt_out_type` is Twilio's own word for it, if the account has one. */
export function optOutWordOf({ text, opt_out_type }: { text: string; opt_out_type?: string }) {
  const word = text.trim().toLowerCase()
  if (opt_out_type === 'STOP' || STOP.has(word)) return 'STOP'
  return opt_out_type === 'START' || START.has(word) ? 'START' : undefined
}

export async function followOptOut(
  account: Account,
  platform: Platform,
  sms: NumberPair & { text: string; opt_out_type?: string },
) {
  const word = optOutWordOf(sms)
  if (word === 'STOP') await optOut(account, platform, sms)
  else if (word === 'START') await optIn(account, platform, sms)
}

export async function optOut(account: Account, platform: Platform, pair: NumberPair) {
  const row = account.insert('sms_opt_outs', keyOf(platform, pair))
  await row.onConflict((on) => on.columns(['account_id', 'number', 'phone_hash']).doNothing()).execute()
}

async function optIn(account: Account, platform: Platform, pair: NumberPair) {
  const { number, phone_hash } = keyOf(platform, pair)
  await account.delete('sms_opt_outs').where('number', '=', number).where('phone_hash', '=', phone_hash).execute()
}

export async function hasOptedOut(account: Account, platform: Platform, pair: NumberPair) {
  const { number, phone_hash } = keyOf(platform, pair)
  const rows = account.from('sms_opt_outs').select('number').where('number', '=', number)
  return (await rows.where('phone_hash', '=', phone_hash).executeTakeFirst()) !== undefined
}

const keyOf = (platform: Platform, { number, phone }: NumberPair) => ({
  number,
  phone_hash: createHmac('sha256', platform.key('sms-opt-outs')).update(phone).digest(),
})
