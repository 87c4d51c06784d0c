import { sql } from 'kysely'
import type { Account } from '../../../platform/account.js'
import { canonicalEmail } from '../../../platform/canonical.js'
import type { Platform } from '../../../platform/platform.js'
import { defineStatement } from '../../../platform/statement.js'
import { keysOf, type VerificationRow } from './keys.js'
import { provesOneOf, readToken, type Proof } from './proof.js'

/**
 * No row if no proof is required: the account does not ask for it, or the visitor has no external id. A merged customer
 * is found by the old id and by the new one, and the site may know them by either external id.
 */
const guarded = defineStatement<VerificationRow & { external_ids: string[] }>(
  'identity-verification.guarded',
  `select v.required, v.key_encrypted, v.previous_key_encrypted, v.previous_key_expires_at,
     v.token_key_encrypted, v.previous_token_key_encrypted, who.external_ids
   from identity_verification v, lateral (
     with present as (
       select coalesce((select customer_id from customer_merges where account_id = $1 and merged_id = $2), $2::uuid) as id
     )
     select array_agg(known.external_id) as external_ids from (
       select c.external_id::text from customers c, present where c.account_id = $1 and c.id = present.id
       union
       select m.merged ->> 'external_id' from customer_merges m, present
       where m.account_id = $1 and m.customer_id = present.id
     ) as known where known.external_id is not null
   ) as who
   where v.account_id = $1 and v.required and who.external_ids is not null`,
)

/**
 * Whether the caller may read and write as this customer. The id is enough for an anonymous visitor. A customer with an
 * external id needs proof once the account requires it.
 */
export async function mayActAs(platform: Platform, account: Account, customer_id: string, proof: Proof) {
  const [row] = await account.run(guarded, customer_id)
  if (!row) return true
  const keys = keysOf(platform, account, row)
  return provesOneOf(keys, proof, row.external_ids)
}

/** Whether the caller may act as the person with this external id. */
export async function mayActAsExternalId(platform: Platform, account: Account, external_id: string, proof: Proof) {
  const row = await findRequired(account)
  return !row || provesOneOf(keysOf(platform, account, row), proof, [external_id])
}

const findRequired = (account: Account) =>
  account.from('identity_verification').selectAll().where('required', '=', true).executeTakeFirst()

/** The identity in a token, whether or not the account requires one. */
export async function readIdentity(platform: Platform, account: Account, token: string) {
  const row = await account.from('identity_verification').selectAll().executeTakeFirst()
  const claims = row && (await readToken(keysOf(platform, account, row).token, token))
  return claims && claims.sub.length <= LONGEST_ID ? claims : undefined
}

/** Longer ids would be cut when stored, and could then be equal for two people. */
const LONGEST_ID = 255

interface Claimed {
  external_id?: string | null | undefined
  email?: string | null | undefined
}

/**
 * The visitor's fields without those that need proof: an external id, or another person's email. `withheld` goes into
 * the answer as sent, so that strangers cannot test which emails are known.
 */
export async function provenFields<F extends Claimed>(platform: Platform, account: Account, fields: F, proof: Proof) {
  const row = await findRequired(account)
  if (!row) return { fields, withheld: {} }
  const keys = keysOf(platform, account, row)
  const { external_id, email, ...rest } = fields
  const proven = external_id && (await provesOneOf(keys, proof, [external_id])) ? external_id : undefined
  const claims = proof.identity_token ? await readToken(keys.token, proof.identity_token) : undefined
  const isOwn = email && claims?.email === email
  const isTaken = email && !isOwn && (await belongsToAnother(account, email, proven))
  const allowed = { ...rest, ...(proven && { external_id: proven }), ...(!isTaken && { email }) } as F
  return { fields: allowed, withheld: isTaken ? { email } : {} }
}

/**
 * Whether the email is of a customer with another external id, or of a team member. Invisible characters are ignored.
 */
async function belongsToAnother(account: Account, email: string, external_id: string | undefined) {
  const canonical = canonicalEmail(email)
  const colleague = account.from('users').select('id').where('email', '=', canonical)
  if (await colleague.executeTakeFirst()) return true
  const known = account
    .from('customers')
    .select('id')
    .where(sql`lower(email)`, '=', canonical)
    .where('external_id', 'is not', null)
    .where('external_id', '!=', external_id ?? '')
  return (await known.limit(1).executeTakeFirst()) !== undefined
}
