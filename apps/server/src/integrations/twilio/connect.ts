import type { NewTwilioAuthorization } from '@papercups/contract'
import { noUsableAnswer } from '../../features/channels/chat-services/call-service.js'
import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import {
  findConnection,
  getConnection,
  listConnections,
  openConnection,
  saveConnection,
} from '../../features/channels/chat-services/connections.js'
import { isGiven } from '../../features/channels/chat-services/token-dots.js'
import { getInbox } from '../../features/account/inboxes/queries.js'
import type { Account } from '../../platform/account.js'
import { invalid } from '../../platform/errors.js'
import type { Platform } from '../../platform/platform.js'
import { readPhoneNumber } from './phone-number.js'
import { continueThreads } from './threads.js'
import { accountOf, callTwilio, TwilioError, type TwilioAccount } from './twilio-api.js'

const BLANK = ["can't be blank"]
const WRONG = 'Invalid Twilio authorization details.'

type Outcome = { ok: true; id: string } | { ok: false; error: string }

/** Connects an inbox, or changes its connection. Twilio has to accept the details, and to own the number. */
export async function saveTwilio(
  platform: Platform,
  account: Account,
  user_id: number,
  given: NewTwilioAuthorization,
): Promise<Outcome> {
  const named = given.id ? await getConnection(account, 'twilio', given.id) : undefined
  const inbox_id = named ? named.inbox_id : (given.inbox_id ?? null)
  if (inbox_id) await getInbox(account, inbox_id)
  const before = named ?? (await findConnection(account, 'twilio', { inbox_id }))
  const stored = before && openConnection(platform, account, before)
  const number = readPhoneNumber(given.from_phone_number ?? before?.channel_id ?? '', 'from_phone_number')
  const access = readAccess(given, stored && accountOf(stored))
  const others = await listConnections(account, 'twilio', { channel_id: number })
  if (others.some((row) => row.inbox_id !== inbox_id))
    return { ok: false, error: 'This number is connected to another inbox.' }
  const found = await findNumber(platform, access, number)
  if ('error' in found) return { ok: false, error: found.error }
  const { id } = await saveConnection(platform, account, {
    service: 'twilio',
    kind: 'support',
    only_one: true,
    inbox_id,
    team_id: access.account_sid,
    team_name: null,
    channel_id: number,
    channel_name: number,
    bot_user_id: null,
    details: { mms: found.capabilities?.mms === true },
    secrets: { auth_token: access.auth_token },
    connected_by: user_id,
  })
  await continueThreads(account, id)
  return { ok: true, id }
}

/** The stored token counts only for the stored account. */
function readAccess(given: NewTwilioAuthorization, stored: TwilioAccount | undefined): TwilioAccount {
  const account_sid = given.twilio_account_sid?.trim() || stored?.account_sid
  if (!account_sid) throw invalid({ twilio_account_sid: BLANK })
  if (isGiven(given.twilio_auth_token)) return { account_sid, auth_token: given.twilio_auth_token.trim() }
  if (stored?.account_sid !== account_sid) throw invalid({ twilio_auth_token: BLANK })
  return stored
}

interface IncomingNumber {
  capabilities?: { sms?: boolean; mms?: boolean }
}

async function findNumber(platform: Platform, access: TwilioAccount, number: string) {
  const query = new URLSearchParams({ PhoneNumber: number }).toString()
  try {
    const path = `IncomingPhoneNumbers.json?${query}`
    type Numbers = { incoming_phone_numbers?: IncomingNumber[] }
    const { incoming_phone_numbers: [found] = [] } = await callTwilio<Numbers>(platform, access, path)
    if (!found) return { error: 'This number does not belong to your Twilio account.' }
    return found.capabilities?.sms === false ? { error: 'This number cannot send SMS.' } : found
  } catch (error) {
    if (error instanceof TwilioError) return { error: WRONG }
    if (error instanceof ServiceError) return { error: noUsableAnswer('Twilio', error) }
    throw error
  }
}
