import { afterAll, expect, test, vi } from 'vitest'
import { MAX_OPEN_FETCHES } from './limits.js'
import type { GuestRequest, GuestResponse } from './messages.js'
import { startRunner, type Outcome } from './runner.js'
import { createRunnerPool } from './runner-pool.js'

const pool = createRunnerPool({ cpu_ms: 500, total_ms: 30_000 })
afterAll(() => pool.close())

const echo = async (request: GuestRequest) => ({
  ...{ status: 200, headers: { 'content-type': 'text/plain' }, url: request.url },
  body: JSON.stringify(request),
})

const run = (code: string, { account = 'acme', fetch = echo, env = {}, input = {} } = {}): Promise<Outcome> =>
  pool.run(account, { code, input: JSON.stringify(input), env }, fetch)

const resultOf = async (code: string, more = {}): Promise<unknown> => {
  const outcome = await run(code, more)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  return JSON.parse(outcome.result)
}

const errorOf = async (code: string) => {
  const outcome = await run(code)
  return 'error' in outcome ? `${outcome.error.errorType}: ${outcome.error.errorMessage}` : outcome
}

const OVER_CPU = 'Error: The function used more than 0.5 seconds of processor time.'
const OVER_MEMORY = 'Error: The function used more than 64 MB of memory.'

test.each([
  ['a handler that is not exported', 'const handler = ({ n }) => n + 1', 3],
  ['an exported handler', 'exports.handler = async ({ n }) => n + 1', 3],
  ['a module that is the handler', 'module.exports = async ({ n }) => n + 1', 3],
  ['a function declaration', 'async function handler({ n }) { return n + 1 } // the end', 3],
  ['nothing returned', 'const handler = () => {}', null],
  ['timers', 'const handler = () => new Promise((done) => setTimeout(done, 5, "later"))', 'later'],
  [
    'an interval that is cleared',
    'const handler = () => new Promise((r) => { const i = setInterval(() => { clearInterval(i); r(1) }, 1) })',
    1,
  ],
  ['1 MB of code', `const text = '${'a'.repeat(999_900)}'; const handler = () => text.length`, 999_900],
])('runs %s', async (_, code, result) => {
  expect(await resultOf(code, { input: { n: 2 } })).toEqual(result)
})

test('has only the language, console, timers, fetch, the SDK and its own environment', async () => {
  const names = [
    'Buffer',
    'WebAssembly',
    'XMLHttpRequest',
    'Deno',
    'std',
    'os',
    'bjson',
    'postMessage',
    'Worker',
    '__dirname',
  ]
  const code = `const handler = () => ({
    present: ${JSON.stringify(names)}.filter((name) => name in globalThis),
    process: Object.keys(process), env: process.env, sdk: Object.keys(require('@papercups-io/papercups')('key')).length,
  })`
  expect(await resultOf(code, { env: { TOKEN: 'mine' } })).toEqual({
    ...{ present: [], process: ['env'], env: { TOKEN: 'mine' }, sdk: 16 },
  })
  for (const name of ['fs', 'child_process', 'node:fs', './index.js', '../package.json', 'superagent', '__proto__'])
    expect(await errorOf(`const handler = () => require(${JSON.stringify(name)})`)).toMatch(/Cannot find module/)
  expect(await errorOf(`const handler = () => import('fs')`)).toMatch(/could not load module/)
})

test.each([
  ['constructor chains', `console.log.constructor.constructor('return process')().mainModule`],
  ['the constructor of fetch', `fetch.constructor('return this')().process.binding`],
  [
    'the caller of a function',
    `(function () { try { return arguments.callee.caller.caller } catch { return undefined } })()`,
  ],
  [
    'stack traces',
    `(() => { let seen; Error.prepareStackTrace = (_, sites) => { seen = sites && sites[0] && sites[0].getThis && sites[0].getThis() }; new Error('x').stack; return seen && seen.process })()`,
  ],
  [
    'a proxy as an argument',
    `fetch('http://a.test', new Proxy({}, { get: (_, key) => key === 'headers' ? globalThis.host : undefined })) && globalThis.host`,
  ],
  [
    'promises of the runner',
    `fetch('http://a.test').constructor.constructor('return typeof require')() === 'function' || undefined`,
  ],
])('reaches nothing of the runner through %s', async (_, expression) => {
  expect(await resultOf(`const handler = () => ${expression}`)).toBeNull()
})

test('getters on globals and replaced built-ins change nothing for others or for the runner', async () => {
  const evil = `
    for (const name of ['toJSON', 'then', 'status', 'body', '0'])
      Object.defineProperty(Object.prototype, name, { get() { throw new Error('got ' + name) }, set() {}, configurable: true })
    JSON.stringify = () => '{"status":666}'; JSON.parse = () => { throw new Error('parse') }
    Promise.prototype.then = () => { throw new Error('then') }; Array.prototype.join = () => { throw 1 }
    Map.prototype.get = () => ({ resolve() {}, reject() {} }); Reflect.apply = () => 1; String = () => 'x'
    Object.defineProperty(globalThis, 'process', { get() { throw new Error('process') } })
    console.log({ a: 1 })
    const handler = async () => { await fetch('http://a.test', { headers: { a: 'b' } }) }`
  expect(await run(evil)).toMatchObject({ ok: false, error: { errorMessage: expect.any(String) } })
  expect(await resultOf('const handler = () => [typeof Object.prototype.toJSON, JSON.stringify({ a: 1 })]')).toEqual([
    'undefined',
    '{"a":1}',
  ])
})

test.each([
  ['a syntax error', 'const handler = (', /^SyntaxError: /],
  ['no handler', 'const main = () => 1', /no function called handler/],
  ['a thrown error', 'const handler = () => { throw new RangeError("far") }', /^RangeError: far$/],
  [
    'a thrown object that cannot be shown',
    'const handler = () => { throw { toJSON() { throw 1 } } }',
    /cannot be shown/,
  ],
  ['a rejected promise', 'const handler = () => Promise.reject("no")', /^Error: no$/],
  [
    'an error in a timer',
    'const handler = () => new Promise(() => setTimeout(() => { throw new Error("late") }))',
    /^Error: late$/,
  ],
  ['a cyclic result', 'const handler = () => { const a = {}; a.a = a; return a }', /^TypeError: /],
  ['a long result', 'const handler = () => "a".repeat(100000)', /more than 64 kB/],
  ['a promise that never settles', 'const handler = () => new Promise(() => {})', /never settles/],
  ['too much recursion', 'const handler = () => { const f = () => f() + 1; return f() }', /stack overflow/],
  ['deep JSON', 'const handler = () => JSON.parse("[".repeat(1000000))', /stack overflow/],
  [
    'many calls',
    'const handler = () => Promise.all(Array.from({ length: 101 }, () => fetch("http://a.test")))',
    /more than 100 calls/,
  ],
  [
    'a long call',
    'const handler = () => fetch("http://a.test", { method: "POST", body: "a".repeat(2e6) })',
    /more than 1 MB/,
  ],
  [
    'many timers',
    'const handler = () => { for (let i = 0; i < 2000; i++) setTimeout(() => {}, 1e6); return new Promise(() => {}) }',
    /more than 1000 timers/,
  ],
  [
    'arrays that fill the memory',
    'const handler = () => { const a = []; for (;;) a.push(new Array(10000).fill(1)) }',
    OVER_MEMORY,
  ],
  [
    'strings that fill the memory',
    // Copies large blocks: slower ways reach the limit of processor time first on a busy machine.
    'const handler = () => { const a = []; for (;;) a.push("a".padEnd(1e6, "abcdefgh".repeat(1000))) }',
    OVER_MEMORY,
  ],
  ['a buffer that fills the memory', 'const handler = () => new Uint8Array(200000000).length', OVER_MEMORY],
  ['a function that never ends', 'const handler = () => { for (;;); }', OVER_CPU],
  [
    'one that catches everything',
    'const handler = () => { for (;;) try { for (;;); } catch {} finally { continue } }',
    OVER_CPU,
  ],
  [
    'promises without end',
    'const handler = async () => { const f = () => { Promise.resolve().then(f); Promise.resolve().then(f) }; f(); await new Promise(() => {}) }',
    /more than/,
  ],
  ['code that never ends before the handler', 'while (true); const handler = () => 1', OVER_CPU],
  ['a slow regular expression', 'const handler = () => /^(a+)+$/.test("a".repeat(40) + "b")', OVER_CPU],
  ['a result whose toJSON never ends', 'const handler = () => ({ toJSON() { for (;;); } })', OVER_CPU],
])('stops %s, and says so', async (_, code, expected) => {
  const error = await errorOf(code)
  if (typeof expected === 'string') expect(error).toBe(expected)
  else expect(error).toMatch(expected)
})

test('stops a function that waits for too long, with the output until then', async () => {
  const runner = startRunner({ cpu_ms: 500, total_ms: 500 })
  const code = 'const handler = () => { console.log("waiting"); return new Promise((r) => setTimeout(r, 60000)) }'
  expect(await runner.run({ code, input: '{}', env: {} }, echo)).toMatchObject({
    ok: false,
    error: { errorMessage: 'The function ran for more than 0.5 seconds.' },
    output: [{ level: 'log', text: 'waiting' }],
  })
  expect(runner.isUsable).toBe(false)
})

test('keeps the beginning of a long output', async () => {
  const { output } = await run(
    'const handler = () => { for (let i = 0; i < 2000; i++) console.error("line " + i, "a".repeat(9999)) }',
  )
  expect(output.length).toBeLessThan(30)
  expect(output[0]?.text).toHaveLength(4_000)
  expect(output.at(-1)).toEqual({ level: 'warn', text: 'Further output is not kept.' })
})

test('misbehaving functions of one company do not make another wait for them', async () => {
  let ended = 0
  const loop = async () => {
    await run('const handler = () => { for (;;); }', { account: 'globex' })
    ended += 1
  }
  const loops = Array.from({ length: 6 }, loop)
  const results = await Promise.all([1, 2, 3].map((n) => resultOf(`const handler = () => ${n}`, { account: 'acme' })))
  expect(results).toEqual([1, 2, 3])
  expect(ended).toBeLessThan(6)
  await Promise.all(loops)
  expect(pool.pids.length).toBeLessThanOrEqual(4)
})

test('a runner that is killed loses its run, and the next one works', async () => {
  const calls: string[] = []
  const never = async ({ url }: GuestRequest) => {
    calls.push(url)
    return new Promise<never>(() => {})
  }
  const lost = run('const handler = () => fetch("http://a.test")', { fetch: never })
  await expect.poll(() => calls).toHaveLength(1)
  for (const pid of pool.pids) process.kill(pid, 'SIGKILL')
  expect(await lost).toMatchObject({ ok: false, lost: true, began: true })
  expect(await resultOf('const handler = () => 1')).toBe(1)
})

test('answers to a function that has ended reach no other function', async () => {
  const runner = startRunner({ cpu_ms: 500, total_ms: 30_000 })
  let open: Array<() => void> = []
  const asked: string[] = []
  const whenOpened = (request: GuestRequest) => {
    asked.push(request.url)
    return new Promise<GuestResponse>((resolve) => open.push(() => resolve(answerOf(request))))
  }
  const answerOf = ({ url }: GuestRequest) => ({ status: 200, headers: {}, url, body: url })
  const task = (code: string) => ({ code, input: '{}', env: {} })
  const many = MAX_OPEN_FETCHES + 5

  const first = task(
    `async function handler() { for (let i = 0; i < ${many}; i++) fetch('https://a.test/' + i); return 'done' }`,
  )
  expect(await runner.run(first, whenOpened)).toMatchObject({ ok: true, result: '"done"' })
  expect(asked).toHaveLength(MAX_OPEN_FETCHES)

  const late = open
  open = []
  const second = task(`const handler = async () => {
    const answer = await fetch('https://b.test/mine')
    await new Promise((done) => setTimeout(done, 50))
    return answer.text()
  }`)
  const running = runner.run(second, whenOpened)
  await vi.waitFor(() => expect(asked).toContain('https://b.test/mine'))
  for (const answer of late) answer()
  await new Promise(setImmediate)
  for (const answer of open) answer()
  expect(await running).toMatchObject({ ok: true, result: '"https://b.test/mine"' })
  expect(asked).toHaveLength(MAX_OPEN_FETCHES + 1)
  runner.kill()
})
