import { ServiceError } from '../../../features/channels/chat-services/chat-service.js'
import { compose, isMailAddress } from '../../../platform/mail/compose.js'
import { forbidden, invalid } from '../../../platform/errors.js'
import type { Caller } from '../../../platform/feature.js'
import type { Platform } from '../../../platform/platform.js'
import { findPersonalMailbox, findSupportMailbox } from '../oauth.js'
import { sendRaw } from './gmail-api.js'
import { OWN_HEADER } from './own-mark.js'
import { toRaw } from './send-mail.js'

interface LooseMail {
  to?: string | null | undefined
  recipient?: string | null | undefined
  from?: string | null | undefined
  subject: string
  text?: string | null | undefined
  message?: string | null | undefined
  inbox_id?: string | null | undefined
}

/**
 * Sends a mail from the caller's own mailbox, or from the mailbox of an inbox. Published clients expect no error when Gmail
 * refuses it.
 */
export async function sendLooseMail(platform: Platform, { account, user }: Caller, given: LooseMail) {
  const to = given.to ?? given.recipient ?? ''
  const text = given.text ?? given.message ?? ''
  if (!isMailAddress(to)) throw invalid({ to: ['is not an email address'] })
  if (given.from && !isMailAddress(given.from)) throw invalid({ from: ['is not an email address'] })
  if (!text.trim()) throw invalid({ text: ["can't be blank"] })
  const mailbox =
    (given.inbox_id ? undefined : await findPersonalMailbox(account, user.id)) ??
    (await findSupportMailbox(account, given.inbox_id))
  if (!mailbox?.channel_id) throw forbidden('Authorization required')
  const { subject } = given
  const mail = { account_id: account.id, to, subject, text, personal: true }
  const composed = compose(given.from ?? mailbox.channel_id, mail)
  // Its own mail is no conversation. An answer to it is one.
  const raw = await toRaw({ ...composed, headers: { ...composed.headers, [OWN_HEADER]: crypto.randomUUID() } })
  try {
    const { id, threadId } = await sendRaw({ platform, account, connection_id: mailbox.id }, raw, undefined)
    return { ok: true, data: { id, threadId } }
  } catch (error) {
    if (error instanceof ServiceError) return { ok: false }
    throw error
  }
}
