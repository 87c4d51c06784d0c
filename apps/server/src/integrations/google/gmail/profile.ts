import { ServiceError } from '../../../features/channels/chat-services/chat-service.js'
import type { Account } from '../../../platform/account.js'
import { forbidden } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { callGoogle } from '../google-api.js'
import { googleUrls } from '../google-urls.js'
import { findSupportMailbox } from '../oauth.js'

/** The address of an inbox's mailbox as Google says it. Published clients expect no error when Google does not answer. */
export async function readProfile(platform: Platform, account: Account, inbox_id: string | null | undefined) {
  const mailbox = await findSupportMailbox(account, inbox_id)
  if (!mailbox) throw forbidden('Authorization required')
  const caller = { platform, account, connection_id: mailbox.id }
  try {
    const profile = await callGoogle<{ emailAddress: string }>(caller, `${googleUrls(platform).gmail}/profile`)
    return { ok: true, data: { email: profile.emailAddress } }
  } catch (error) {
    if (error instanceof ServiceError) return { ok: false, data: null }
    throw error
  }
}
