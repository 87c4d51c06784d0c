import { timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import type { Config } from './config.js'
import { deriveKey } from './secrets.js'
import { StartupError } from './startup-error.js'

/**
 * Stops the start when the secret key is not the one that this database was used with so far. Otherwise a lost key would
 * show only as two-factor codes and identity keys that stop working, one by one.
 */
export async function checkSecretKey(pool: pg.Pool, secret: string, config: Config, { accept = false } = {}) {
  const fingerprint = deriveKey(secret, 'fingerprint')
  if (accept) await pool.query('delete from secret_key_fingerprint')
  await pool.query('insert into secret_key_fingerprint (fingerprint) values ($1) on conflict do nothing', [fingerprint])
  const { rows } = await pool.query<{ fingerprint: Buffer }>('select fingerprint from secret_key_fingerprint')
  const known = rows[0]?.fingerprint
  if (known && known.length === fingerprint.length && timingSafeEqual(known, fingerprint)) return
  const source = config.secret_key ? 'SECRET_KEY' : `The secret key in ${config.data_dir}/secret-key`
  throw new StartupError(
    [
      `${source} is not the key that this database was used with, so what it encrypted cannot be read.`,
      `Restore the old key from your backup: as SECRET_KEY, or as the file ${config.data_dir}/secret-key.`,
      'If the old key is lost for good, run "npm run admin -- accept-secret-key" and read',
      '"Recover from a lost secret key" in docs/self-hosting.md.',
    ].join('\n'),
  )
}
