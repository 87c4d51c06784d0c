import type pg from 'pg'
import { deriveKey } from './secrets.js'

/**
 * What these keys made must still count after the secret key was lost: who opted out, and the links and addresses with which
 * people opt out of, and answer, the emails that they already have.
 */
const PURPOSES = ['mail-addresses', 'sms-opt-outs', 'unsubscribe', 'reply-address']

/** Stores the keys at the first start. Later starts use the stored ones, also with another secret key. */
export async function keepKeys(pool: pg.Pool, secret: string): Promise<Map<string, Buffer>> {
  await pool.query(
    'insert into kept_keys (purpose, key) select * from unnest($1::text[], $2::bytea[]) on conflict do nothing',
    [PURPOSES, PURPOSES.map((purpose) => deriveKey(secret, purpose))],
  )
  const { rows } = await pool.query<{ purpose: string; key: Buffer }>('select purpose, key from kept_keys')
  return new Map(rows.map(({ purpose, key }) => [purpose, key]))
}
