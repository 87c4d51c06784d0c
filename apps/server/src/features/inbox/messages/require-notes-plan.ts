import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { requirePlan } from '../../account/accounts/plan-gate.js'
import { isPrivate, type MessageDraft } from './create-message.js'

/** For every way in which a user writes a message. Call it before a transaction. */
export async function requireNotesPlan(
  platform: Platform,
  account: Account,
  draft: Pick<MessageDraft, 'type' | 'private'>,
) {
  if (isPrivate(draft)) await requirePlan(platform, account, 'private_notes')
}
