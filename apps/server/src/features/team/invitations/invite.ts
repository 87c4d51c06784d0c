import { Type } from 'typebox'
import { randomUUID } from 'node:crypto'
import type { Account } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import { invalid, HttpError } from '../../../platform/errors.js'
import { defineJob } from '../../../platform/feature.js'
import type { Platform } from '../../../platform/platform.js'
import { encryptSecret, tryDecryptSecret } from '../../../platform/secrets.js'
import { requireSeat, seatsOf } from '../../account/accounts/seats.js'
import { isEmail } from '../../mail/mails/address.js'
import { brandOf } from '../../mail/mails/brand.js'
import { invitationEmail } from '../../mail/mails/emails.js'
import { mayMail } from '../../mail/mails/limits.js'
import { sendEmail } from '../../mail/mails/send-email.js'
import { usersWithProfiles } from '../users/queries.js'
import { COLUMNS, hashInvitationToken, toInvitation } from './queries.js'

const INVITATION_MS = 3 * 24 * 3_600_000

/** For anybody with the link, up to `max_uses` people. Only this answer contains the token, as the `id`. */
export async function createInvitation(
  platform: Platform,
  account: Account,
  invited_by: number,
  max_uses: number | null,
) {
  await requireSeat(account, await seatsOf(platform, account))
  const { token, invitation } = await insertInvitation(account, { invited_by, email: null, max_uses })
  return { ...invitation, id: token }
}

/** For one email only, which gets the link if the install sends invitations. */
export async function inviteByMail(platform: Platform, account: Account, invited_by: number, to_address: string) {
  const email = canonicalEmail(to_address)
  if (!email) throw invalid({ to_address: ["can't be blank"] })
  if (!isEmail(to_address.trim())) throw invalid({ to_address: ['has invalid format'] })
  const member = account.from('users').select('id').where('email', '=', email).where('archived_at', 'is', null)
  if (await member.executeTakeFirst()) throw invalid({ to_address: ['is already on your team'] })
  await requireSeat(account, await seatsOf(platform, account))
  const mails = platform.config.flags.user_invitation_email_enabled
  if (mails && !(await mayMail(platform, 'invitation', email, account.id))) {
    throw new HttpError(
      429,
      'Enough invitations were mailed to this address or by your team today. Share a link instead.',
    )
  }
  await account.transaction(async (account) => {
    const { token, invitation } = await insertInvitation(account, { invited_by, email, max_uses: 1 })
    const sealed = encryptSecret(platform.key('invitation-link'), account.id, token)
    if (mails) await account.enqueue(mailInvitation, { invitation_id: invitation.id, sealed })
  })
}

interface NewInvitation {
  invited_by: number
  email: string | null
  max_uses: number | null
}

async function insertInvitation(account: Account, wanted: NewInvitation) {
  const token = randomUUID()
  const expires_at = new Date(Date.now() + INVITATION_MS)
  const row = await account
    .insert('user_invitations', { expires_at, token_hash: hashInvitationToken(token), ...wanted })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return { token, invitation: toInvitation(row) }
}

export const mailInvitation = defineJob({
  name: 'invitations.mail-link',
  input: Type.Object({ invitation_id: Type.String(), sealed: Type.Optional(Type.String()) }),
  async run(account, { invitation_id, sealed }, platform) {
    const invitation = await account
      .from('user_invitations')
      .select(['email', 'expires_at', 'invited_by'])
      .where('id', '=', invitation_id)
      .executeTakeFirst()
    const token = sealed && tryDecryptSecret(platform.key('invitation-link'), account.id, sealed)
    // Revoked while the job waited, or enqueued by a version without a sealed token.
    if (!token || !invitation?.email || invitation.expires_at <= new Date()) return
    const [inviter] = await usersWithProfiles(account).where('users.id', '=', invitation.invited_by).execute()
    const url = `${platform.config.base_url}/register/${token}?email=${encodeURIComponent(invitation.email)}`
    const name = inviter?.full_name ?? inviter?.display_name ?? null
    const content = invitationEmail(await brandOf(platform, account), name, url)
    await sendEmail(account, platform, { to: invitation.email, reply_to: inviter?.email, ...content })
  },
})
