import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { onPath } from './find-program.mjs'
import { fingerprintOf, isInstalled, requireNode } from './steps.mjs'

function folder() {
  const place = mkdtempSync(join(tmpdir(), 'papercups-steps-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  return place
}

const lock = (packages: object) => JSON.stringify({ packages })

test('refuses an old Node and names the required version', () => {
  expect(() => requireNode('20.18.3')).toThrow(
    'Papercups needs Node 20.19 or a later 20, or Node 22.12 or newer, and this is Node 20.18.3.',
  )
  for (const old of ['18.20.0', '21.7.3', '22.1.0', '22.11.0']) expect(() => requireNode(old)).toThrow(/Node 22\.12/)
  for (const good of ['20.19.0', '20.20.1', '22.12.0', '23.0.0', '24.1.0'])
    expect(() => requireNode(good)).not.toThrow()
})

test('an install is complete when every package of the lock file has its version', () => {
  const root = folder()
  mkdirSync(join(root, 'node_modules'))
  const wanted = {
    '': {},
    'apps/server': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '2.0.0', optional: true },
  }
  writeFileSync(join(root, 'package-lock.json'), lock(wanted))
  expect(isInstalled(root)).toBe(false)

  writeFileSync(join(root, 'node_modules/.package-lock.json'), lock({ 'node_modules/a': { version: '0.9.0' } }))
  expect(isInstalled(root)).toBe(false)

  writeFileSync(join(root, 'node_modules/.package-lock.json'), lock({ 'node_modules/a': { version: '1.0.0' } }))
  expect(isInstalled(root)).toBe(true)
})

test('the fingerprint depends on sources, not on tests, output or times', () => {
  const root = folder()
  mkdirSync(join(root, 'src/dist'), { recursive: true })
  writeFileSync(join(root, 'src/a.ts'), 'one')
  const first = fingerprintOf(['src'], root)

  writeFileSync(join(root, 'src/a.ts'), 'one')
  writeFileSync(join(root, 'src/a.test.ts'), 'test')
  writeFileSync(join(root, 'src/dist/a.js'), 'built')
  expect(fingerprintOf(['src'], root)).toBe(first)

  writeFileSync(join(root, 'src/b.ts'), '')
  expect(fingerprintOf(['src'], root)).not.toBe(first)
})

test('finds programs on the PATH in the order of the names', () => {
  const [one, two] = [folder(), folder()]
  for (const path of [join(one, 'second'), join(two, 'first')]) {
    writeFileSync(path, '')
    chmodSync(path, 0o755)
  }
  writeFileSync(join(one, 'third'), '')

  expect(onPath(['first', 'second', 'third'], [one, two].join(delimiter))).toEqual([
    join(two, 'first'),
    join(one, 'second'),
  ])
})

test('prints the last lines of a failed npm ci and one sentence, and exits with 1', () => {
  const root = folder()
  cpSync(import.meta.dirname, join(root, 'scripts'), { recursive: true })
  writeFileSync(join(root, 'package.json'), '{ "name": "copy", "private": true, "type": "module" }')
  const npm = join(root, 'npm.js')
  writeFileSync(npm, `console.error('npm error it did not work'); process.exitCode = 7`)
  writeFileSync(join(root, 'package-lock.json'), lock({ 'node_modules/a': { version: '1.0.0' } }))

  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/start.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: npm },
  })

  expect(status).toBe(1)
  expect(stdout).toBe('Installing dependencies…\n')
  expect(stderr).toBe('npm error it did not work\nThe dependencies could not be installed (npm ci failed).\n')
  expect(existsSync(join(root, 'apps'))).toBe(false)
})
