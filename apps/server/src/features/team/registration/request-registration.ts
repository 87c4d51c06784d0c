import { Uuid } from '@papercups/contract'
import { Type } from 'typebox'
import { createHmac, randomBytes } from 'node:crypto'
import { NO_ACCOUNT } from '../../../platform/account.js'
import { defineJob } from '../../../platform/feature.js'
import { networkOf } from '../../../platform/http/client-ip.js'
import type { Platform } from '../../../platform/platform.js'
import { hashPassword } from '../../identity/passwords/passwords.js'
import { hashToken } from '../../identity/sessions/tokens.js'
import { brandOf, PRODUCT_BRAND } from '../../mail/mails/brand.js'
import { accountExistsEmail, registrationEmail } from '../../mail/mails/emails.js'
import { mayMail } from '../../mail/mails/limits.js'
import { sendEmail } from '../../mail/mails/send-email.js'
import { refuse, type CheckedRegistration } from './check-registration.js'
import { localPath } from './local-path.js'
import {
  changePending,
  deletePending,
  findInvitation,
  findOwner,
  findPending,
  insertPending,
  type PendingRegistration,
} from './unscoped.js'

const PENDING_MS = 24 * 3_600_000

/**
 * Where emails are sent, only an email reveals that an address is taken. An invitation for one address was emailed to it,
 * so its token proves that the person reads that mailbox. An open link proves nothing: anyone can found a company and
 * create one.
 */
export const isConfirmedByEmail = ({ mail }: Platform, { membership }: CheckedRegistration) =>
  mail.mailbox === undefined && !('account' in membership && membership.invited_email)

/** Free and taken emails cost the same work, so neither answer nor timing tells them apart. The job looks the email up. */
export async function requestRegistration(
  platform: Platform,
  { email, password, membership, errors }: CheckedRegistration,
  { redirect, ip }: { redirect: string | null | undefined; ip: string },
) {
  if (Object.keys(errors).length > 0) throw refuse(errors)
  const pending = {
    email,
    password_hash: await hashPassword(password),
    redirect: localPath(redirect, platform.config.base_url),
    network: networkOf(ip),
    expires_at: inOneDay(),
    ...('account' in membership ? { invitation_id: membership.invitation_id } : membership),
  }
  // A hash, because the queue may keep a failed job for long.
  const key = platform.key('registration-recipients')
  const recipient = createHmac('sha256', key).update(email).digest('base64url').slice(0, 22)
  await insertPending(platform, pending, (account, pending_id) =>
    account.enqueue(mailRegistration, { pending_id, recipient }),
  )
}

export const mailRegistration = defineJob({
  name: 'registration.mail-link',
  input: Type.Object({ pending_id: Uuid, recipient: Type.String() }),
  // One at a time per recipient, so that the limit counts every email.
  key: ({ recipient }) => recipient,
  async run(_nobody, { pending_id }, platform) {
    const pending = await findPending(platform, pending_id)
    if (!pending) return
    if (!(await countOnce(platform, pending))) return deletePending(platform, pending_id)
    const owner = await findOwner(platform, pending.email)
    if (!owner) return emailLink(platform, pending)
    await emailAccountExists(platform, pending, owner.account_id)
    await deletePending(platform, pending_id)
  },
})

/** Whether the email may be sent. Further attempts of the job do not count again. */
async function countOnce(platform: Platform, { id, email, network, mail_allowed }: PendingRegistration) {
  if (mail_allowed) return true
  if (!(await mayMail(platform, 'registration', email, network))) return false
  await changePending(platform, id, { mail_allowed: true })
  return true
}

async function emailLink(platform: Platform, { id, email, invitation_id, redirect }: PendingRegistration) {
  const token = randomBytes(32).toString('base64url')
  await changePending(platform, id, { token_hash: hashToken(token), expires_at: inOneDay() })
  const invitation = invitation_id ? await findInvitation(platform, { id: invitation_id }) : undefined
  const account = platform.account(invitation?.account_id ?? NO_ACCOUNT)
  // The name of an unconfirmed company stays out: a stranger chose it.
  const brand = invitation ? await brandOf(platform, account) : PRODUCT_BRAND
  const url = urlOf(platform, '/register/confirm', { token, redirect })
  await sendEmail(account, platform, { to: email, ...registrationEmail(brand, url) })
}

async function emailAccountExists(platform: Platform, { email, redirect }: PendingRegistration, account_id: string) {
  const account = platform.account(account_id)
  const urls = { login: urlOf(platform, '/login', { redirect }), reset: urlOf(platform, '/reset-password') }
  const content = accountExistsEmail(await brandOf(platform, account), urls)
  await sendEmail(account, platform, { to: email, ...content })
}

function urlOf({ config }: Platform, path: string, query: Record<string, string | null> = {}) {
  const url = new URL(config.base_url + path)
  for (const [key, value] of Object.entries(query)) if (value !== null) url.searchParams.set(key, value)
  return url.href
}

const inOneDay = () => new Date(Date.now() + PENDING_MS)
