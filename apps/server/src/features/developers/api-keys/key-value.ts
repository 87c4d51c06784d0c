import { createHash, randomBytes } from 'node:crypto'
import type { Platform } from '../../../platform/platform.js'
import { encryptSecret, tryDecryptSecret } from '../../../platform/secrets.js'

export const newKeyValue = () => `papercups_${randomBytes(32).toString('base64url')}`

/** Values are long and random, so a plain hash is enough. */
export const hashKeyValue = (value: string) => createHash('sha256').update(value).digest()

/** Bound to its account: a row that is copied into another account does not decrypt. */
export const encryptKeyValue = (platform: Platform, account_id: string, value: string) =>
  encryptSecret(platform.key('personal-api-key'), account_id, value)

/** Null if the server's secret key has changed. The key itself still works. */
export const decryptKeyValue = (platform: Platform, account_id: string, encrypted: string) =>
  tryDecryptSecret(platform.key('personal-api-key'), account_id, encrypted) ?? null
