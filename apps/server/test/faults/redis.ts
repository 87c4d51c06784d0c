import { spawn, type ChildProcess } from 'node:child_process'

/** A Redis without a disk. Undefined when there is none to start. */
export async function startRedis(port: number, folder: string, ...more: string[]): Promise<ChildProcess | undefined> {
  const options = [
    ...more,
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ]
  const binary = process.env.REDIS_SERVER_PATH ?? 'redis-server'
  const child = spawn(binary, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  const missing = new Promise<undefined>((resolve) => child.once('error', () => resolve(undefined)))
  const ready = new Promise<ChildProcess>((resolve) => {
    child.stdout.on('data', (text: Buffer) => text.includes('Ready to accept connections') && resolve(child))
  })
  return Promise.race([missing, ready])
}
