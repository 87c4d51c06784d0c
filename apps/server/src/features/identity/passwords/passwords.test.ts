import { execFileSync } from 'node:child_process'
import { beforeAll, expect, test } from 'vitest'
import { ensureServerIsBuilt } from '../../../../test/faults/server-process.js'

beforeAll(ensureServerIsBuilt, 120_000)

/** In a process of its own, because tests replace the hash with a cheap one. */
const SCRIPT = `
const { hashPassword, passwordMatches } = await import(process.argv[1])
const stored = await hashPassword('correct horse battery')
const matches = await Promise.all(['correct horse battery', 'a guess'].map((one) => passwordMatches(one, stored)))
console.log(JSON.stringify({ stored, matches }))
`

test('hashes passwords with the full cost', () => {
  const built = new URL('../../../../dist/features/identity/passwords/passwords.js', import.meta.url).href
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT, built], { encoding: 'utf8' })

  expect(JSON.parse(output)).toEqual({
    stored: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    matches: [true, false],
  })
})
