import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.js'
import { StartupError } from './startup-error.js'

/** The configured key, or one created at the first start in a file that only its owner can read. */
export async function loadSecretKey(config: Pick<Config, 'secret_key' | 'data_dir'>): Promise<string> {
  if (config.secret_key) return config.secret_key
  const path = join(config.data_dir, 'secret-key')
  try {
    return (await readSecretKey(path)) ?? (await makeSecretKey(path, config.data_dir))
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`The secret key ${path} cannot be read or made: ${(error as Error).message}`)
  }
}

async function readSecretKey(path: string) {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  if (text.trim().length < 32) throw new StartupError(`The secret key in ${path} is damaged: restore it from a backup.`)
  await chmod(path, 0o600)
  return text.trim()
}

async function makeSecretKey(path: string, data_dir: string) {
  await mkdir(data_dir, { recursive: true })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    // A link, not a rename: when two processes start together, the second must use the first one's key.
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  const kept = await readSecretKey(path)
  if (!kept) throw new StartupError(`The secret key ${path} vanished while it was made.`)
  return kept
}

/** 32 bytes for one purpose. A signature for one purpose is not valid for another. */
export const deriveKey = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'papercups', purpose, 32))

/** Derives each key once, unless it is one of the kept keys. */
export function createKeyring(secret: string, kept: ReadonlyMap<string, Buffer>) {
  const keys = new Map(kept)
  return (purpose: string) => {
    const key = keys.get(purpose) ?? deriveKey(secret, purpose)
    keys.set(purpose, key)
    return key
  }
}

/** Encrypts a provider's token. It is bound to `owner` (an account id, say), so it does not decrypt in another row. */
export function encryptSecret(key: Buffer, owner: string, plain: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`
}

/** Undefined when it cannot be decrypted: another key, another owner, or damage. */
export function tryDecryptSecret(key: Buffer, owner: string, stored: string): string | undefined {
  try {
    return decryptSecret(key, owner, stored)
  } catch {
    return undefined
  }
}

export function decryptSecret(key: Buffer, owner: string, stored: string): string {
  const [version, text = ''] = stored.split('.')
  const bytes = Buffer.from(text, 'base64url')
  if (version !== 'v1' || bytes.length < 28) throw new Error('Not a sealed secret')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
