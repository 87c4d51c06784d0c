import type { WebhookSecret } from '@papercups/contract'
import { sql } from 'kysely'
import { createHmac, randomBytes } from 'node:crypto'
import type { Account } from '../../../platform/account.js'
import { notFound } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { encryptSecret, tryDecryptSecret } from '../../../platform/secrets.js'
import { toInstantOrNull } from '../../../platform/wire-time.js'

/** Long enough to deploy a new secret to every server of a receiver. */
const GRACE_MS = 24 * 3_600_000

export interface SecretRow {
  secret_encrypted: string
  previous_secret_encrypted: string | null
  previous_secret_expires_at: Date | null
}

const sealing = (platform: Platform) => platform.key('webhooks')

export const sealNewSecret = (platform: Platform, account: Account) =>
  encryptSecret(sealing(platform), account.id, `whsec_${randomBytes(32).toString('base64url')}`)

const open = (platform: Platform, account: Account, sealed: string | null) =>
  sealed === null ? undefined : tryDecryptSecret(sealing(platform), account.id, sealed)

const isAhead = (time: Date | null) => time !== null && time.getTime() > Date.now()

/** The secret, and the previous one until it expires. */
export function secretsOf(platform: Platform, account: Account, row: SecretRow): string[] {
  const previous = isAhead(row.previous_secret_expires_at) ? row.previous_secret_encrypted : null
  return [row.secret_encrypted, previous].flatMap((sealed) => open(platform, account, sealed) ?? [])
}

/** `t=<seconds>,v1=<HMAC-SHA256 of "t.body">`, with one `v1` for each valid secret. */
export function signatureOf(secrets: string[], body: string, seconds = Math.floor(Date.now() / 1_000)) {
  const signatures = secrets.map((secret) => createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'))
  return [`t=${seconds}`, ...signatures.map((signature) => `v1=${signature}`)].join()
}

export async function getSecret(platform: Platform, account: Account, id: string) {
  const row = account.from('event_subscriptions').selectAll().where('id', '=', id)
  return toSecret(platform, account, await row.executeTakeFirstOrThrow(() => notFound('EventSubscription')))
}

/** The previous secret is valid for another day, unless it has to end at once. */
export function rotateSecret(platform: Platform, account: Account, id: string, keep_previous: boolean) {
  return account.transaction(async (account) => {
    const locked = account.from('event_subscriptions').select('secret_encrypted').where('id', '=', id).forUpdate()
    const before = await locked.executeTakeFirstOrThrow(() => notFound('EventSubscription'))
    const row = await account
      .update('event_subscriptions')
      .set({
        secret_encrypted: sealNewSecret(platform, account),
        previous_secret_encrypted: keep_previous ? before.secret_encrypted : null,
        previous_secret_expires_at: keep_previous ? new Date(Date.now() + GRACE_MS) : null,
        // Deliveries wait if the old secret could not be read.
        retry_at: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return toSecret(platform, account, row)
  })
}

function toSecret(platform: Platform, account: Account, row: SecretRow): WebhookSecret {
  const { previous_secret_expires_at: expires } = row
  return {
    object: 'webhook_secret',
    secret: open(platform, account, row.secret_encrypted) ?? null,
    previous_expires_at: toInstantOrNull(isAhead(expires) ? expires : null),
  }
}
