import variant from '@jitl/quickjs-wasmfile-release-sync'
import type { ConsoleLine } from '@papercups/contract'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { GUEST_GLOBALS, wrapCode } from './guest-globals.js'
import {
  MAX_FETCHES,
  MAX_LINE,
  MAX_LINES,
  MAX_OUTPUT,
  MAX_RESULT,
  MAX_SENT,
  MAX_TIMERS,
  MEMORY_BYTES,
} from './limits.js'
import type { Ending, GuestRequest, GuestResponse, Task } from './messages.js'

const PAGE_BYTES = 65_536
/** QuickJS itself needs some of the memory. */
const OWN_BYTES = 4 * 1024 * 1024
const STACK_BYTES = 96 * 1024
const JOBS_AT_ONCE = 1_000

export interface SandboxPorts {
  line(line: ConsoleLine): void
  fetch(id: number, request: GuestRequest): void
  end(ending: Ending): void
}

/** Compiled once for all sandboxes of a process. */
export async function compileEngine() {
  const path = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
  return WebAssembly.compile(await readFile(path))
}

export type Sandbox = Awaited<ReturnType<typeof openSandbox>>

/**
 * A JavaScript engine with a memory of its own, for one run. It is compiled to WebAssembly, so the function reaches nothing
 * but that memory and the few functions given here. They take and return only text and numbers.
 */
export async function openSandbox(wasmModule: WebAssembly.Module) {
  const memory = new WebAssembly.Memory({ initial: 256, maximum: MEMORY_BYTES / PAGE_BYTES })
  // The package declares its CommonJS export here, but this is its ES module.
  const build = newVariant(variant as unknown as QuickJSSyncVariant, { wasmModule, wasmMemory: memory })
  const engine = await newQuickJSWASMModuleFromVariant(build)
  const runtime = engine.newRuntime()
  runtime.setMemoryLimit(MEMORY_BYTES - OWN_BYTES)
  runtime.setMaxStackSize(STACK_BYTES)
  const context = runtime.newContext()

  let ports: SandboxPorts | undefined
  let cpuBefore = cpuMs()
  let cpuLimit = Infinity
  let hasUsedUp = false
  let hasEnded = false
  let lines = 0
  let output = 0
  let fetches = 0
  const openFetches = new Set<number>()
  const timers = new Map<number, NodeJS.Timeout>()

  const isOverCpu = () => (hasUsedUp ||= cpuMs() - cpuBefore > cpuLimit)
  runtime.setInterruptHandler(() => hasEnded || isOverCpu())

  const end = (ending: Ending) => {
    if (hasEnded) return
    hasEnded = true
    for (const timer of timers.values()) clearTimeout(timer)
    ports?.end(ending)
  }
  const fail = (errorMessage: string) => end({ ok: false, error: { errorType: 'Error', errorMessage, stack: '' } })
  const failAs = (errorType: string, errorMessage: string, stack = '') => {
    if (hasUsedUp) return fail(overCpu(cpuLimit))
    // Without any memory left, the engine throws null.
    const isFull = errorMessage === 'null' && memory.buffer.byteLength > MEMORY_BYTES / 2
    if (isFull || errorMessage === 'out of memory') return fail('The function used more than 64 MB of memory.')
    end({
      ok: false,
      error: { errorType, errorMessage: errorMessage.slice(0, MAX_LINE), stack: stack.slice(0, MAX_LINE) },
    })
  }
  /** The engine itself gave up. */
  const failWith = (error: QuickJSHandle) => {
    const [name = '', message = '', stack = ''] = ['name', 'message', 'stack'].map((key) =>
      textOf(context.getProp(error, key)),
    )
    failAs(name || 'Error', message || 'The function failed.', stack)
  }
  const textOf = (handle: QuickJSHandle) => (context.typeof(handle) === 'string' ? context.getString(handle) : '')

  const host = context.newObject()
  const give = (name: string, work: (...handles: QuickJSHandle[]) => void) => {
    const made = context.newFunction(name, (...handles) => {
      if (!hasEnded) work(...handles)
    })
    context.setProp(host, name, made)
    made.dispose()
  }
  const numberAt = (handle: QuickJSHandle | undefined) => (handle ? context.getNumber(handle) : 0)
  const textAt = (handle: QuickJSHandle | undefined) => (handle ? textOf(handle) : '')
  give('log', (level, text) => {
    lines += 1
    if (lines > MAX_LINES || output >= MAX_OUTPUT) return
    const shown = textAt(text).slice(0, Math.min(MAX_LINE, MAX_OUTPUT - output))
    output += shown.length
    ports?.line({ level: textAt(level) as ConsoleLine['level'], text: shown })
    if (lines === MAX_LINES || output >= MAX_OUTPUT) ports?.line({ level: 'warn', text: 'Further output is not kept.' })
  })
  const headers = new Map<number, Record<string, string>>()
  give('addHeader', (id, name, value) => {
    const added = headers.get(numberAt(id)) ?? {}
    headers.set(numberAt(id), { ...added, [textAt(name)]: textAt(value) })
  })
  give('startFetch', (id, url, method, body) => {
    fetches += 1
    const number = numberAt(id)
    const request = {
      url: textAt(url),
      method: textAt(method).toUpperCase(),
      headers: headers.get(number) ?? {},
      body: body && context.typeof(body) === 'string' ? context.getString(body) : null,
    }
    headers.delete(number)
    if (fetches > MAX_FETCHES) return fail(`The function made more than ${MAX_FETCHES} calls.`)
    if (JSON.stringify(request).length > MAX_SENT) return fail('The function sent more than 1 MB in one call.')
    openFetches.add(number)
    ports?.fetch(number, request)
  })
  give('startTimer', (id, ms) => {
    if (timers.size >= MAX_TIMERS) return fail(`The function started more than ${MAX_TIMERS} timers.`)
    const number = numberAt(id)
    const timer = setTimeout(() => {
      timers.delete(number)
      guarded(() => call('fire', context.newNumber(number)))
    }, numberAt(ms))
    timers.set(number, timer)
  })
  give('stopTimer', (id) => {
    clearTimeout(timers.get(numberAt(id)))
    timers.delete(numberAt(id))
  })
  give('finish', (ok, first, message, stack) => {
    if (numberAt(ok) !== 1) return failAs(textAt(first), textAt(message), textAt(stack))
    const result = textAt(first)
    if (result.length > MAX_RESULT) return fail('The function returned more than 64 kB.')
    end({ ok: true, result })
  })

  const define = context.unwrapResult(context.evalCode(GUEST_GLOBALS, 'globals.js'))
  const guest = context.unwrapResult(context.callFunction(define, context.undefined, host))
  define.dispose()
  host.dispose()

  /** Calls a function of the guest and then everything that it left to do. */
  function call(name: 'start' | 'fire' | 'answer', ...given: QuickJSHandle[]) {
    if (hasEnded) return
    const method = context.getProp(guest, name)
    const result = context.callFunction(method, guest, ...given)
    for (const handle of [method, ...given]) handle.dispose()
    if (result.error) return failWith(result.error)
    result.value.dispose()
    runJobs()
  }
  /** The engine itself throws when it cannot even tell what went wrong: no memory is left, or it is broken. */
  function guarded(work: () => void) {
    try {
      work()
    } catch (error) {
      fail(`The function stopped: ${(error as Error).message}`)
    }
  }
  function runJobs() {
    while (!hasEnded && runtime.hasPendingJob()) {
      const done = runtime.executePendingJobs(JOBS_AT_ONCE)
      if (done.error) return failWith(done.error)
      if (isOverCpu()) return fail(overCpu(cpuLimit))
    }
    if (!hasEnded && openFetches.size === 0 && timers.size === 0)
      fail('The function returned a promise that never settles.')
  }

  return {
    run: ({ code, input, env, check, cpu_ms }: Task, given: SandboxPorts) =>
      guarded(() => {
        ports = given
        cpuBefore = cpuMs()
        cpuLimit = cpu_ms
        const compiled = context.evalCode(wrapCode(code), 'index.js', check ? { compileOnly: true } : {})
        if (compiled.error) return failWith(compiled.error)
        if (check) return end({ ok: true, result: 'null' })
        call('start', compiled.value, context.newString(input), context.newString(JSON.stringify(env)))
      }),
    answer: (id: number, response: GuestResponse | string) =>
      guarded(() => {
        openFetches.delete(id)
        const ok = typeof response !== 'string'
        const text = ok ? JSON.stringify(response) : response
        call('answer', context.newNumber(id), ok ? context.true : context.false, context.newString(text))
      }),
  }
}

const overCpu = (ms: number) => `The function used more than ${ms / 1_000} seconds of processor time.`

function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
