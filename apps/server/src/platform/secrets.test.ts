import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decryptSecret, deriveKey, encryptSecret, loadSecretKey } from './secrets.js'
import { StartupError } from './startup-error.js'

let data_dir: string
beforeEach(async () => void (data_dir = await mkdtemp(join(tmpdir(), 'secrets-'))))
afterEach(() => rm(data_dir, { recursive: true }))

const load = (folder = data_dir) => loadSecretKey({ secret_key: undefined, data_dir: folder })

test('a configured key is used, and nothing is written', async () => {
  expect(await loadSecretKey({ secret_key: 'k'.repeat(40), data_dir })).toBe('k'.repeat(40))
  expect(await readdir(data_dir)).toEqual([])
})

test('creates one key, readable by its owner only, also when processes start together', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => load()))
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toHaveLength(64)
  expect(await load()).toBe(keys[0])
  expect(await readdir(data_dir)).toEqual(['secret-key'])
  expect((await stat(join(data_dir, 'secret-key'))).mode & 0o777).toBe(0o600)
})

test('makes a key file private that others could read', async () => {
  await load()
  await chmod(join(data_dir, 'secret-key'), 0o644)
  await load()
  expect((await stat(join(data_dir, 'secret-key'))).mode & 0o777).toBe(0o600)
})

test('a damaged key stops the start, because a new one could not decrypt the stored secrets', async () => {
  await writeFile(join(data_dir, 'secret-key'), '')
  await expect(load()).rejects.toThrow(/damaged/)
})

test('names a folder that cannot be created', async () => {
  await writeFile(join(data_dir, 'file'), '')
  const failed = load(join(data_dir, 'file', 'data'))
  await expect(failed).rejects.toBeInstanceOf(StartupError)
  await expect(failed).rejects.toThrow(join(data_dir, 'file', 'data'))
})

test('each purpose has its own key', () => {
  const key = deriveKey('secret', 'access-token')
  expect(key).toHaveLength(32)
  expect(deriveKey('secret', 'access-token')).toEqual(key)
  expect(deriveKey('secret', 'renewal')).not.toEqual(key)
  expect(deriveKey('other', 'access-token')).not.toEqual(key)
})

test('a secret decrypts only for its owner', () => {
  const key = deriveKey('secret', 'provider-tokens')
  const sealed = encryptSecret(key, 'acme', 'xoxb-ключ')
  expect(sealed).not.toContain('xoxb')
  expect(encryptSecret(key, 'acme', 'xoxb-ключ')).not.toBe(sealed)
  expect(decryptSecret(key, 'acme', sealed)).toBe('xoxb-ключ')

  expect(() => decryptSecret(key, 'globex', sealed)).toThrow()
  expect(() => decryptSecret(deriveKey('other', 'provider-tokens'), 'acme', sealed)).toThrow()
  // The first character of the sealed bytes: the last one may hold unused bits.
  const flipped = sealed.replace(/^v1\.(.)/, (_, first) => `v1.${first === 'A' ? 'B' : 'A'}`)
  expect(() => decryptSecret(key, 'acme', flipped)).toThrow()
  for (const nonsense of ['', 'v1.', 'v2.abc', sealed.slice(3), sealed.slice(0, 20)]) {
    expect(() => decryptSecret(key, 'acme', nonsense)).toThrow()
  }
})
