import { Type } from 'typebox'
import { NO_ACCOUNT } from '../../../platform/account.js'
import { defineJob } from '../../../platform/feature.js'
import { readS3Object } from '../../../platform/files/read-s3-object.js'
import { readS3Address } from '../../../platform/files/s3-address.js'
import { checkSender } from '../../../platform/mail/incoming/check-sender.js'
import type { Platform } from '../../../platform/platform.js'
import { takeMail } from './take-mail.js'

/** The ids of Amazon SES are also the names of its objects. */
const SES_ID = /^[\w.-]{1,200}$/

export const isSesId = (value: unknown): value is string => typeof value === 'string' && SES_ID.test(value)

/** SES has stored the raw mail. Its envelope is in the headers that SES adds. */
export const takeFromSes = defineJob({
  name: 'email.take-from-ses',
  input: Type.Object({ ses_id: Type.String({ pattern: SES_ID.source }) }),
  async run(_account, { ses_id }, platform) {
    const { ses_bucket_url, mail_in_max_mb } = platform.config
    if (!ses_bucket_url) return
    const raw = await readS3Object(readS3Address(ses_bucket_url), ses_id, mail_in_max_mb * 1_000_000)
    if (!raw) throw new Error('The mail is not in the bucket of SES, or it is too large')
    const verdict = await checkSender(raw)
    const outcome = await takeMail(platform, { raw, envelope: { to: [] }, source: 'ses', provider_id: ses_id, verdict })
    if (outcome.state === 'refused') platform.log.warn({ reason: outcome.reason }, 'mail: a mail of SES was refused')
  },
})

/** The account is known only after the mail is read. */
export const takeFromSesLater = (platform: Platform, ses_id: string) =>
  platform.account(NO_ACCOUNT).enqueue(takeFromSes, { ses_id })
