import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import { findConnection, listConnections, saveConnection } from '../../features/channels/chat-services/connections.js'
import { finishOAuth, startOAuth } from '../../features/channels/chat-services/oauth-door.js'
import { requirePlan } from '../../features/account/accounts/plan-gate.js'
import { findPrimaryInbox } from '../../features/account/inboxes/queries.js'
import type { Account } from '../../platform/account.js'
import { badRequest, forbidden } from '../../platform/errors.js'
import type { Caller } from '../../platform/feature.js'
import type { Platform } from '../../platform/platform.js'
import { callWith, readAnswer } from './google-api.js'
import { googleUrls, missingSettings } from './google-urls.js'
import { redeemCode } from './tokens.js'

export type GoogleClient = 'gmail' | 'sheets'

export const SERVICES = { gmail: 'gmail', sheets: 'google_sheets' } as const

const SCOPES: Record<GoogleClient, string> = {
  gmail: 'https://www.googleapis.com/auth/gmail.modify',
  sheets: 'https://www.googleapis.com/auth/spreadsheets',
}

/** It has to be the same at both steps. */
const redirectUri = ({ config }: Platform) => `${config.base_url}/integrations/google`

/** What is connected, as the state at Google names it. Each user may connect their own mailbox; the rest is for admins. */
type Purpose = 'support' | 'personal' | 'sheets'

const clientOf = (purpose: string): GoogleClient => (purpose === 'sheets' ? 'sheets' : 'gmail')

function requireRole(purpose: string, { role }: Caller['user']) {
  if (purpose !== 'personal' && role !== 'admin') throw forbidden('Only admins can do this.')
}

interface Start {
  client: GoogleClient
  type?: string | null | undefined
  inbox_id?: string | null | undefined
}

/** The page of Google on which the user allows the connection. */
export async function startGoogle(platform: Platform, { account, user }: Caller, { client, type, inbox_id }: Start) {
  const purpose: Purpose = client === 'sheets' ? 'sheets' : type === 'personal' ? 'personal' : 'support'
  requireRole(purpose, user)
  const missing = missingSettings(platform)
  if (missing.length > 0)
    throw badRequest(`Google is not set up on this server. An operator has to set ${missing.join(', ')}.`)
  await requirePlan(platform, account, client)
  const given = { service: 'google', kind: purpose, inbox_id: purpose === 'support' ? (inbox_id ?? null) : null }
  const { state, code_challenge = '' } = await startOAuth(platform, account, user.id, { ...given, pkce: true })
  const query = new URLSearchParams({
    client_id: platform.config.google_client_id ?? '',
    redirect_uri: redirectUri(platform),
    response_type: 'code',
    scope: SCOPES[client],
    state,
    code_challenge,
    code_challenge_method: 'S256',
    // Only then Google gives a token that lasts.
    access_type: 'offline',
    prompt: 'consent',
  })
  return `${googleUrls(platform).authorize}?${query.toString()}`
}

/** Google sent the user back with a code. */
export async function finishGoogle(
  platform: Platform,
  { account, user }: Caller,
  { code, state }: { code: string; state: string },
) {
  const missing = missingSettings(platform)
  if (missing.length > 0) throw badRequest('Google is not set up on this server.')
  const { kind: purpose, inbox_id, code_verifier = '' } = await finishOAuth(platform, account, user.id, 'google', state)
  requireRole(purpose, user)
  const client = clientOf(purpose)
  await requirePlan(platform, account, client)
  const tokens = await explainDenial(redeemCode(platform, code, code_verifier, redirectUri(platform)))
  const { access_token, refresh_token, scope = '', expires_at } = tokens
  if (!scope.split(' ').includes(SCOPES[client])) throw denied('the permission was not granted')
  if (!refresh_token) throw denied('no refresh token')
  const email = client === 'gmail' ? await explainDenial(readAddress(platform, access_token)) : null
  const place = purpose === 'support' ? (inbox_id ?? (await findPrimaryInbox(account))?.id ?? null) : null
  if (purpose === 'support' && email) await requireUnused(account, email, place)
  // A sheet that is connected again keeps its spreadsheet.
  const sheets = client === 'sheets' ? await findConnection(account, SERVICES.sheets, { kind: 'account' }) : undefined
  return saveConnection(platform, account, {
    service: SERVICES[client],
    kind: client === 'sheets' ? 'account' : purpose === 'personal' ? 'personal' : 'support',
    inbox_id: place,
    team_id: null,
    team_name: null,
    channel_id: email ?? sheets?.channel_id ?? null,
    channel_name: email ?? sheets?.channel_name ?? null,
    bot_user_id: null,
    details: { scope },
    secrets: { access_token, refresh_token },
    token_expires_at: expires_at,
    connected_by: user.id,
  })
}

const denied = (reason: string) => badRequest(`OAuth access denied: ${reason}`)

async function explainDenial<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ServiceError) throw denied(error.message)
    throw error
  }
}

async function readAddress(platform: Platform, token: string) {
  const response = await callWith(platform, token, `${googleUrls(platform).gmail}/profile`)
  return readAnswer<{ emailAddress?: string }>(response).emailAddress?.toLowerCase() ?? null
}

/** Each mail is taken once for an account, so a second inbox would get nothing. */
async function requireUnused(account: Account, email: string, inbox_id: string | null) {
  const mailboxes = await listConnections(account, SERVICES.gmail, { kind: 'support', channel_id: email })
  if (mailboxes.some((mailbox) => mailbox.inbox_id !== inbox_id))
    throw badRequest(`${email} is already connected to another inbox. Disconnect it there first.`)
}

/** The mailbox of an inbox, without an inbox of the primary one. */
export async function findSupportMailbox(account: Account, inbox_id: string | null | undefined) {
  const place = inbox_id ?? (await findPrimaryInbox(account))?.id ?? null
  return findConnection(account, SERVICES.gmail, { kind: 'support', inbox_id: place })
}

export const findPersonalMailbox = (account: Account, user_id: number) =>
  findConnection(account, SERVICES.gmail, { kind: 'personal', connected_by: user_id })
