import { Type } from 'typebox'
import type { Account } from '../../platform/account.js'
import { canonicalEmail } from '../../platform/canonical.js'
import { invalid, Refusal } from '../../platform/errors.js'
import { defineJob } from '../../platform/feature.js'
import type { Platform } from '../../platform/platform.js'
import { requireSeat, seatsOf } from '../accounts/seats.js'
import { isEmail } from '../mails/address.js'
import { brandOf } from '../mails/brand.js'
import { invitationLetter } from '../mails/letters.js'
import { mayMail } from '../mails/limits.js'
import { sendLetter } from '../mails/send-letter.js'
import { usersWithProfiles } from '../users/queries.js'
import { toInvitation } from './queries.js'

const INVITATION_MS = 3 * 24 * 3_600_000

/** For whoever is handed the link. It stays good until it expires. */
export async function createInvitation(platform: Platform, account: Account, invited_by: number) {
  await requireSeat(account, await seatsOf(platform, account))
  return insertInvitation(account, { invited_by, email: null })
}

/** For one address only, which gets it by mail where the install mails invitations. */
export async function inviteByMail(platform: Platform, account: Account, invited_by: number, to_address: string) {
  const email = canonicalEmail(to_address)
  if (!email) throw invalid({ to_address: ["can't be blank"] })
  if (!isEmail(email)) throw invalid({ to_address: ['has invalid format'] })
  const member = account.from('users').select('id').where('email', '=', email).where('archived_at', 'is', null)
  if (await member.executeTakeFirst()) throw invalid({ to_address: ['is already on your team'] })
  await requireSeat(account, await seatsOf(platform, account))
  const mails = platform.config.flags.user_invitation_email_enabled
  if (mails && !(await mayMail(platform, 'invitation', email, account.id))) {
    throw new Refusal(
      429,
      'Enough invitations were mailed to this address or by your team today. Share a link instead.',
    )
  }
  await account.transaction(async (account) => {
    const { id } = await insertInvitation(account, { invited_by, email })
    if (mails) await account.enqueue(mailInvitation, { invitation_id: id })
  })
}

async function insertInvitation(account: Account, who: { invited_by: number; email: string | null }) {
  const expires_at = new Date(Date.now() + INVITATION_MS)
  const row = await account
    .insert('user_invitations', { expires_at, ...who })
    .returning(['id', 'account_id', 'expires_at'])
    .executeTakeFirstOrThrow()
  return toInvitation(row)
}

export const mailInvitation = defineJob({
  name: 'invitations.mail-link',
  input: Type.Object({ invitation_id: Type.String() }),
  async run(account, { invitation_id }, platform) {
    const invitation = await account
      .from('user_invitations')
      .select(['email', 'expires_at', 'invited_by'])
      .where('id', '=', invitation_id)
      .executeTakeFirst()
    if (!invitation?.email || invitation.expires_at <= new Date()) return // taken back while the job waited
    const [inviter] = await usersWithProfiles(account).where('users.id', '=', invitation.invited_by).execute()
    const url = `${platform.config.base_url}/register/${invitation_id}?email=${encodeURIComponent(invitation.email)}`
    const name = inviter?.full_name ?? inviter?.display_name ?? null
    const letter = invitationLetter(await brandOf(platform, account), name, url)
    await sendLetter(account, platform, { to: invitation.email, reply_to: inviter?.email, ...letter })
  },
})
