import type { MessageRecipients } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import { invalid } from '../../../platform/errors.js'
import { isMailAddress } from '../../../platform/mail/compose.js'
import { isOwnAddress } from '../../../platform/mail/own-address.js'
import type { Platform } from '../../../platform/platform.js'

const MOST = 50
const FIELDS = ['to', 'cc', 'bcc'] as const

type Given = MessageRecipients | null | undefined

/** Throws the errors of the fields. A mail to one of our own addresses would come back as a message. */
export function checkRecipients({ config }: Platform, email: Given) {
  if (!email) return
  const errors: Record<string, string[]> = {}
  for (const field of FIELDS) {
    const emails = email[field] ?? []
    if (!emails.every(isMailAddress)) errors[field] = ['is invalid']
    else if (emails.some((each) => isOwnAddress(config, each))) errors[field] = ['must not be an address of this inbox']
  }
  if (email.to.length === 0) errors.to = ["can't be blank"]
  if (FIELDS.flatMap((field) => email[field] ?? []).length > MOST) errors.to = [`must be at most ${MOST} recipients`]
  if (Object.keys(errors).length > 0) throw invalid({ email: errors })
}

/** Only a public message in a conversation by email is mailed to recipients. */
export function requireEmailReply({ source, is_private }: { source: string | undefined; is_private: boolean }) {
  if (is_private) throw invalid({ email: ['is not allowed for a note'] })
  if (source && source !== 'email') throw invalid({ email: ['needs a conversation by email'] })
}

/** Each person once: as To rather than as Cc, and as Cc rather than as Bcc. */
export function withoutRepeats({ to, cc = [], bcc = [] }: MessageRecipients) {
  const known = new Set<string>()
  const first = (emails: string[]) =>
    emails.filter((email) => {
      const key = canonicalEmail(email)
      return !known.has(key) && known.add(key)
    })
  return { to: first(to), cc: first(cc), bcc: first(bcc) }
}

export async function storeRecipients(account: Account, message_id: string, email: MessageRecipients) {
  const { to, cc, bcc } = withoutRepeats(email)
  const row = {
    message_id,
    to_emails: JSON.stringify(to),
    cc_emails: JSON.stringify(cc),
    bcc_emails: JSON.stringify(bcc),
  }
  // A repeated send finds the message of the first one.
  const inserted = account.insert('message_recipients', row)
  await inserted.onConflict((on) => on.columns(['account_id', 'message_id']).doNothing()).execute()
}
