import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Platform } from '../../../platform/platform.js'

const REPLY = /^reply\+([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.([0-9a-f]{20}))?@/i

/** 80 bits: an address may have at most 64 characters before its `@`. */
const macOf = (platform: Platform, conversation_id: string) =>
  createHmac('sha256', platform.key('reply-address')).update(conversation_id).digest('hex').slice(0, 20)

/** A mail to this address is an answer in the conversation. Undefined while the server takes no mail. */
export function replyAddressOf(platform: Platform, conversation_id: string) {
  const { mail_in_domain } = platform.config
  return mail_in_domain && `reply+${conversation_id}.${macOf(platform, conversation_id)}@${mail_in_domain}`
}

/** `signed` is false for the address without a mac, which older installs used. Undefined if the mac is wrong. */
export function readReplyAddress(platform: Platform, email: string) {
  const [, id, mac] = REPLY.exec(email) ?? []
  if (!id) return undefined
  const conversation_id = id.toLowerCase()
  if (!mac) return { conversation_id, signed: false }
  const expected = Buffer.from(macOf(platform, conversation_id))
  return timingSafeEqual(expected, Buffer.from(mac.toLowerCase())) ? { conversation_id, signed: true } : undefined
}

export const isReplyAddress = (email: string) => REPLY.test(email)
