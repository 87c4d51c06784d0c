import type { IdentityVerification } from '@papercups/contract'
import { randomBytes } from 'node:crypto'
import type { Account, AccountTransaction } from '../../platform/account.js'
import type { Platform } from '../../platform/platform.js'
import { decryptSecret, encryptSecret } from '../../platform/secrets.js'
import { toInstantOrNull } from '../../platform/wire-time.js'

/** Long enough to bring the new key to every server of a site. */
const GRACE_MS = 24 * 3_600_000

export interface VerificationRow {
  required: boolean
  key_encrypted: string
  previous_key_encrypted: string | null
  previous_key_expires_at: Date | null
}

const sealing = (platform: Platform) => platform.key('identity-verification')

const sealNewKey = (platform: Platform, account: Account) =>
  encryptSecret(sealing(platform), account.id, randomBytes(32).toString('base64url'))

/** Those that count now: the current one, and the one before it while its time is not over. */
export function keysOf(platform: Platform, account: Account, row: VerificationRow): string[] {
  const sealed = [row.key_encrypted]
  if (row.previous_key_encrypted && isAhead(row.previous_key_expires_at)) sealed.push(row.previous_key_encrypted)
  return sealed.map((key) => decryptSecret(sealing(platform), account.id, key))
}

const isAhead = (time: Date | null) => time !== null && time.getTime() > Date.now()

/** An account has a key from the first look on. */
export async function getIdentityVerification(platform: Platform, account: Account): Promise<IdentityVerification> {
  return toIdentityVerification(platform, account, await getRow(platform, account))
}

export function requireIdentity(platform: Platform, account: Account, required: boolean) {
  return change(platform, account, () => ({ required }))
}

/** The key so far is taken for another day, unless it has to end at once. */
export function rotateKey(platform: Platform, account: Account, { keep_previous }: { keep_previous: boolean }) {
  return change(platform, account, ({ key_encrypted }) => ({
    key_encrypted: sealNewKey(platform, account),
    previous_key_encrypted: keep_previous ? key_encrypted : null,
    previous_key_expires_at: keep_previous ? new Date(Date.now() + GRACE_MS) : null,
  }))
}

export function endPreviousKey(platform: Platform, account: Account) {
  return change(platform, account, () => ({ previous_key_encrypted: null, previous_key_expires_at: null }))
}

function change(platform: Platform, account: Account, changes: (before: VerificationRow) => Partial<VerificationRow>) {
  return account.transaction(async (account) => {
    const before = await lockRow(platform, account)
    const changed = account.update('identity_verification').set({ ...changes(before), updated_at: new Date() })
    const row = await changed.returningAll().executeTakeFirstOrThrow()
    // What was enough to get in need not be enough any more.
    if (row.required) account.readmitVisitors()
    return toIdentityVerification(platform, account, row)
  })
}

async function getRow(platform: Platform, account: Account) {
  const stored = account.from('identity_verification').selectAll()
  const found = await stored.executeTakeFirst()
  if (found) return found
  const first = account.insert('identity_verification', { key_encrypted: sealNewKey(platform, account) })
  await first.onConflict((conflict) => conflict.doNothing()).execute()
  return stored.executeTakeFirstOrThrow()
}

async function lockRow(platform: Platform, account: AccountTransaction) {
  await getRow(platform, account)
  return account.from('identity_verification').selectAll().forUpdate().executeTakeFirstOrThrow()
}

function toIdentityVerification(platform: Platform, account: Account, row: VerificationRow): IdentityVerification {
  const { required, key_encrypted, previous_key_expires_at } = row
  return {
    object: 'identity_verification',
    required,
    key: decryptSecret(sealing(platform), account.id, key_encrypted),
    previous_key_expires_at: toInstantOrNull(isAhead(previous_key_expires_at) ? previous_key_expires_at : null),
  }
}
