import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const MAIN = join(import.meta.dirname, '../../apps/server/dist/bundle.js')

/** Runs the built server until it exits with an error. */
async function starts(env: Record<string, string>) {
  const server = spawn(process.execPath, [MAIN], { env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...env } })
  let output = ''
  server.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(server, 'exit')) as [number]
  return { code, output: output.trim() }
}

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'papercups-failures-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

test('reports a port that is in use', async () => {
  const neighbour = createServer().listen(0)
  await once(neighbour, 'listening')
  onTestFinished(() => void neighbour.close())
  const port = String((neighbour.address() as AddressInfo).port)

  const data_dir = await folder()
  const { code, output } = await starts({ DATA_DIR: data_dir, PORT: port })

  expect(code).toBe(1)
  expect(output).toBe(`Port ${port} is taken. Set PORT to another one.`)
  // PostgreSQL must not keep running.
  expect(existsSync(join(data_dir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('reports a data folder that cannot be written', async () => {
  const file = join(await folder(), 'a-file')
  await writeFile(file, '')

  const { code, output } = await starts({ DATA_DIR: join(file, 'data'), PORT: '0' })

  expect(code).toBe(1)
  expect(output).toContain(join(file, 'data'))
  expect(output.split('\n')).toHaveLength(1)
})

test('reports all invalid settings', async () => {
  const { code, output } = await starts({ DATA_DIR: await folder(), PORT: 'many', BASE_URL: 'nonsense' })
  expect(code).toBe(1)
  expect(output).toContain('PORT')
  expect(output).toContain('BASE_URL')
  expect(output).not.toContain('    at ')
})

// The server waits a while for a database that may be starting.
test('reports an unreachable database', { timeout: 60_000 }, async () => {
  const { code, output } = await starts({
    DATA_DIR: await folder(),
    PORT: '0',
    DATABASE_URL: 'postgres://127.0.0.1:1/nowhere',
  })
  expect(code).toBe(1)
  expect(output).toBe('The database of DATABASE_URL cannot be reached (ECONNREFUSED).')
})
