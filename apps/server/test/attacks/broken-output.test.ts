import { closeSync, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../database.js'
import { ensureServerIsBuilt, freePort, ServerProcess } from '../faults/server-process.js'

const PATIENCE = { timeout: 120_000 }
beforeAll(ensureServerIsBuilt, 120_000)

/** A device that is always full. Where a system has none, a closed pipe is the test. */
function fullDisk() {
  try {
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))
    return full
  } catch {
    return 'pipe'
  }
}

test.each([
  ['a pipe that nobody reads', (): 'pipe' => 'pipe'],
  ['a full disk', fullDisk],
])('%s as the standard output does not end the server', PATIENCE, async (_, output) => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const data_dir = await mkdtemp(join(tmpdir(), 'papercups-output-'))
  onTestFinished(() => rm(data_dir, { recursive: true, force: true }))
  const env = { DATA_DIR: data_dir, DATABASE_URL: database.url, LOG_LEVEL: 'info' }
  const server = new ServerProcess(await freePort(), env, output())
  onTestFinished(async () => void (await server.end('SIGKILL')), 60_000)
  await server.start()

  server.closeOutput()
  for (let call = 0; call < 20; call += 1) expect(await server.isReady()).toBe(true)
  expect(await server.end('SIGTERM')).toBe(0)
})
