import type { Mail } from '../../../platform/mail/compose.js'
import type { MailPerson } from '../../../platform/mail/incoming/parse-mail.js'
import type { IncomingMail } from '../../../platform/mail/incoming/read-mail.js'
import type { MailClaim } from './store-mail.js'
import type { StoredSummary } from './mail-summary.js'

type Claim = Pick<MailClaim, 'source' | 'provider_id' | 'verdict'>

/** The metadata of a message that came by mail. API clients know these names, so all ways in use them. */
export function mailKeysOf(mail: IncomingMail, claim: Claim, summary: StoredSummary, left_out: string[]) {
  const has_text = Boolean(mail.text?.trim())
  return {
    ...(claim.source === 'ses' && { ses_id: claim.provider_id ?? null }),
    ses_message_id: mail.message_id,
    ses_subject: mail.subject,
    ses_from: mail.from && write(mail.from),
    ses_to: mail.to.map(write),
    ses_cc: mail.cc.map(write),
    // Only the sender's own copy of a mail has them.
    ses_bcc: [],
    ses_in_reply_to: mail.in_reply_to[0] ?? null,
    ses_references: shorten(mail.references).join(' ') || null,
    ses_verdict: claim.verdict,
    ...(!has_text && summary.html && { ses_html: summary.html }),
    ...(left_out.length > 0 && { ses_attachments_left_out: left_out }),
  }
}

const MAX_REFERENCES = 20

/** The first and the newest, as mail programs do. With all of them a page of a long thread would be several times larger. */
const shorten = (references: string[]) =>
  references.length > MAX_REFERENCES ? [...references.slice(0, 1), ...references.slice(1 - MAX_REFERENCES)] : references

/** The same names for a mail that an agent sent. `ses_from` holds the recipient: clients answer to it. */
export const sentMailKeysOf = (mail: Mail, rfc_message_id: string) => ({
  ses_message_id: rfc_message_id,
  ses_subject: mail.subject,
  ses_from: [mail.to].flat()[0] ?? null,
  ses_in_reply_to: mail.in_reply_to ?? null,
  ses_references: mail.references?.join(' ') || null,
})

const write = ({ name, email }: MailPerson) => (name ? `${name} <${email}>` : email)
