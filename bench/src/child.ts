import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Probed } from './probe.js'

export interface Child {
  /** A message that the process sends without being asked. */
  heard<T extends object>(key: keyof T & string): Promise<T>
  send(message: object): void
  probe(question: 'cpu' | 'memory' | 'blocked'): Promise<Probed>
  readonly pid: number
  readonly failure: Promise<never>
  stop(): Promise<void>
}

const PROBE = new URL('./probe.js', import.meta.url).href
const KEPT = 4_000

/** A Node process that can be asked what it uses. */
export function startChild(script: URL, env: Record<string, string> = {}, node_options: string[] = []): Child {
  const asked = process.env.BENCH_NODE_OPTIONS?.split(' ') ?? []
  const options = ['--expose-gc', '--import', PROBE, ...node_options, ...asked]
  const child = spawn(process.execPath, [...options, fileURLToPath(script)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  const listen = (text: Buffer) => (said = (said + text.toString()).slice(-KEPT))
  child.stdout?.on('data', listen)
  child.stderr?.on('data', listen)
  const exited = once(child, 'exit')

  let stopping = false
  const failure = exited.then(([code]) => {
    if (stopping) return new Promise<never>(() => {})
    throw new Error(`${script.pathname} ended with ${code}\n${said}`)
  })
  failure.catch(() => {})

  return {
    pid: child.pid ?? 0,
    failure,
    send: (message) => void child.send(message),
    heard: (key) => Promise.race([messageWith(child, key), failure]) as Promise<never>,
    async probe(question) {
      const answer = messageWith<{ probed: Probed }>(child, 'probed')
      child.send(question)
      return (await Promise.race([answer, failure])).probed
    },
    async stop() {
      stopping = true
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await exited
    },
  }
}

async function messageWith<T extends object>(child: ChildProcess, key: keyof T & string): Promise<T> {
  for (;;) {
    const [message] = (await once(child, 'message')) as [object]
    if (key in message) return message as T
  }
}
