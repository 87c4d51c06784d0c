import { Type, type Static } from 'typebox'
import { NO_ACCOUNT } from '../../../platform/account.js'
import { defineJob } from '../../../platform/feature.js'
import { readS3Object } from '../../../platform/files/read-s3-object.js'
import { readS3Address } from '../../../platform/files/s3-address.js'
import { checkSender, type SenderVerdict } from '../../../platform/mail/incoming/check-sender.js'
import type { Platform } from '../../../platform/platform.js'
import { takeMail } from './take-mail.js'

/** The ids of Amazon SES are also the names of its objects. */
const SES_ID = /^[\w.-]{1,200}$/

const MOST_NAMED = 50

const isSesId = (value: unknown): value is string => typeof value === 'string' && SES_ID.test(value)

const SesMail = Type.Object({
  ses_id: Type.String({ pattern: SES_ID.source }),
  /** The recipients of the envelope. Without them the headers are read. */
  to: Type.Optional(Type.Array(Type.String())),
  /** What the forwarder read from the headers. */
  named: Type.Optional(Type.Array(Type.String())),
  from: Type.Optional(Type.String()),
  /** What SES found out about the sender, where it is sure. */
  verdict: Type.Optional(Type.Union([Type.Literal('pass'), Type.Literal('fail')])),
})
type SesMail = Static<typeof SesMail>

/** SES has stored the raw mail in a bucket. */
export const takeFromSes = defineJob({
  name: 'email.take-from-ses',
  input: SesMail,
  async run(_account, mail, platform) {
    const { ses_bucket_url, mail_in_max_mb } = platform.config
    if (!ses_bucket_url) return
    const raw = await readS3Object(readS3Address(ses_bucket_url), mail.ses_id, mail_in_max_mb * 1_000_000)
    if (!raw) throw new Error('The mail is not in the bucket of SES, or it is too large')
    await takeSesMail(platform, raw, mail)
  },
})

/** The account is known only after the mail is read. */
export const takeFromSesLater = (platform: Platform, mail: SesMail) =>
  platform.account(NO_ACCOUNT).enqueue(takeFromSes, mail)

export async function takeSesMail(platform: Platform, raw: Buffer, { ses_id, to = [], named, from, verdict }: SesMail) {
  const outcome = await takeMail(platform, {
    raw,
    envelope: { from, to, named },
    source: 'ses',
    provider_id: ses_id,
    verdict: verdict ?? checkSender(raw),
  })
  if (outcome.state === 'refused') platform.log.warn({ reason: outcome.reason }, 'mail: a mail of SES was refused')
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
const textsIn = (value: unknown) => (Array.isArray(value) ? value.flatMap((one) => text(one) ?? []) : [])
const object = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/**
 * The call of a forwarder, with the fields of SES's own notification where it passes them on. Undefined for other shapes:
 * they are acknowledged, so that nobody repeats them.
 */
export function readSesCall(body: Record<string, unknown>): { mail: SesMail; content: Buffer | undefined } | undefined {
  const { from_address, message_id } = body
  if (!Array.isArray(from_address) || from_address.length !== 1) return undefined
  const [mail, receipt] = [object(body.mail), object(body.receipt)]
  const ses_id = message_id ?? mail.messageId
  if (!isSesId(ses_id)) return undefined
  const to = textsIn(receipt.recipients)
  const named = textsIn([body.forwarded_to, ...textsIn(body.to_addresses)]).slice(0, MOST_NAMED)
  const verdict = verdictOf(receipt)
  const from = text(mail.source)
  return {
    mail: { ses_id, to, named, ...(from !== undefined && { from }), ...(verdict && { verdict }) },
    content: contentOf(body, receipt),
  }
}

/** Only DMARC is about the sender that people see. SPF and DKIM alone may vouch for another domain. */
function verdictOf(receipt: Record<string, unknown>): Exclude<SenderVerdict, 'unknown'> | undefined {
  const status = object(receipt.dmarcVerdict).status
  return status === 'PASS' ? 'pass' : status === 'FAIL' ? 'fail' : undefined
}

function contentOf({ content }: Record<string, unknown>, receipt: Record<string, unknown>) {
  const written = text(content)
  if (written === undefined) return undefined
  const is_base64 = text(object(receipt.action).encoding)?.toUpperCase() === 'BASE64'
  return Buffer.from(written, is_base64 ? 'base64' : 'utf8')
}
