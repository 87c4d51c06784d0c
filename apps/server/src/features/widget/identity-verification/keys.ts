import type { IdentityVerification } from '@papercups/contract'
import { randomBytes } from 'node:crypto'
import type { Account, AccountTransaction } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { encryptSecret, tryDecryptSecret } from '../../../platform/secrets.js'
import { toInstantOrNull } from '../../../platform/wire-time.js'
import type { Keys } from './proof.js'

/** Long enough to deploy new keys to every server of a site. */
const GRACE_MS = 24 * 3_600_000

export interface VerificationRow {
  required: boolean
  /** For `userHash`. */
  key_encrypted: string
  previous_key_encrypted: string | null
  /** For `identityToken`. */
  token_key_encrypted: string
  previous_token_key_encrypted: string | null
  /** For both previous keys. */
  previous_key_expires_at: Date | null
}

const sealing = (platform: Platform) => platform.key('identity-verification')

const sealNewKey = (platform: Platform, account: Account) =>
  encryptSecret(sealing(platform), account.id, randomBytes(32).toString('base64url'))

const open = (platform: Platform, account: Account, sealed: string | null) =>
  sealed === null ? undefined : tryDecryptSecret(sealing(platform), account.id, sealed)

/**
 * The current keys, and the previous ones until they expire. A key that cannot be decrypted (the install's secret key
 * changed) proves nothing; the visitor still chats, without a name.
 */
export function keysOf(platform: Platform, account: Account, row: VerificationRow): Keys {
  const opened = (...sealed: Array<string | null>) => sealed.flatMap((key) => open(platform, account, key) ?? [])
  const isGrace = isAhead(row.previous_key_expires_at)
  const hash = opened(row.key_encrypted, isGrace ? row.previous_key_encrypted : null)
  const token = opened(row.token_key_encrypted, isGrace ? row.previous_token_key_encrypted : null)
  return { hash, token }
}

const isAhead = (time: Date | null) => time !== null && time.getTime() > Date.now()

/** Creates the keys on first use. */
export async function getIdentityVerification(platform: Platform, account: Account): Promise<IdentityVerification> {
  return toIdentityVerification(platform, account, await getRow(platform, account))
}

export function requireIdentity(platform: Platform, account: Account, required: boolean) {
  return change(platform, account, () => ({ required }))
}

/** The previous keys work for another day, unless they have to end at once. */
export function rotateKey(platform: Platform, account: Account, { keep_previous }: { keep_previous: boolean }) {
  const grace = new Date(Date.now() + GRACE_MS)
  return change(platform, account, ({ key_encrypted, token_key_encrypted }) => ({
    key_encrypted: sealNewKey(platform, account),
    token_key_encrypted: sealNewKey(platform, account),
    previous_key_encrypted: keep_previous ? key_encrypted : null,
    previous_token_key_encrypted: keep_previous ? token_key_encrypted : null,
    previous_key_expires_at: keep_previous ? grace : null,
  }))
}

export function endPreviousKey(platform: Platform, account: Account) {
  return change(platform, account, () => ({
    previous_key_encrypted: null,
    previous_token_key_encrypted: null,
    previous_key_expires_at: null,
  }))
}

function change(platform: Platform, account: Account, changes: (before: VerificationRow) => Partial<VerificationRow>) {
  return account.transaction(async (account) => {
    const before = await lockRow(platform, account)
    const changed = account.update('identity_verification').set({ ...changes(before), updated_at: new Date() })
    const row = await changed.returningAll().executeTakeFirstOrThrow()
    // Connected visitors may no longer have enough proof.
    if (row.required) account.rejoinVisitors()
    return toIdentityVerification(platform, account, row)
  })
}

async function getRow(platform: Platform, account: Account) {
  const stored = account.from('identity_verification').selectAll()
  const found = await stored.executeTakeFirst()
  if (found) return found
  const keys = { key_encrypted: sealNewKey(platform, account), token_key_encrypted: sealNewKey(platform, account) }
  const first = account.insert('identity_verification', keys)
  await first.onConflict((conflict) => conflict.doNothing()).execute()
  return stored.executeTakeFirstOrThrow()
}

async function lockRow(platform: Platform, account: AccountTransaction) {
  await getRow(platform, account)
  return account.from('identity_verification').selectAll().forUpdate().executeTakeFirstOrThrow()
}

function toIdentityVerification(platform: Platform, account: Account, row: VerificationRow): IdentityVerification {
  const { required, key_encrypted, token_key_encrypted, previous_key_expires_at } = row
  return {
    object: 'identity_verification',
    required,
    key: open(platform, account, key_encrypted) ?? null,
    token_key: open(platform, account, token_key_encrypted) ?? null,
    previous_key_expires_at: toInstantOrNull(isAhead(previous_key_expires_at) ? previous_key_expires_at : null),
  }
}
