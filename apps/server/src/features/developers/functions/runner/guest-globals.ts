import { GUEST_SDK } from './guest-sdk.js'

/** The text around a function's code. Nothing is put before it on further lines, so that line numbers in errors are right. */
export const wrapCode = (code: string) =>
  `(function (exports, require, module, process) { ${code}\n;return typeof handler === 'function' ? handler : undefined })`

/**
 * Runs in the sandbox before the function: it defines every global that a function has besides those of the language. It takes
 * what it needs from the language first, because the function may replace it. It gets functions of the runner that take and
 * return only text and numbers, so no object of the runner is ever reachable.
 */
export const GUEST_GLOBALS = `(function (host) {
  'use strict'
  const { stringify, parse } = JSON
  const { apply } = Reflect
  const { Promise, Error, TypeError, String, Number, Array, Object, Map } = globalThis
  const then = Promise.prototype.then
  const { get: mapGet, set: mapSet, delete: mapDelete } = Map.prototype
  const { keys: keysOf, defineProperty } = Object
  const { isArray } = Array
  const join = Array.prototype.join
  const lower = String.prototype.toLowerCase
  const { log, addHeader, startFetch, startTimer, stopTimer, finish } = host

  const define = (name, value) =>
    defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false })

  // The type, the message and the stack of whatever was thrown.
  const fail = (error) => {
    let parts
    try {
      parts =
        error instanceof Error
          ? [String(error.name), String(error.message), String(error.stack)]
          : ['Error', show(error), '']
    } catch (_) {
      parts = ['Error', 'The function threw something that cannot be shown.', '']
    }
    finish(0, parts[0], parts[1], parts[2])
  }
  const show = (value) => {
    try {
      if (typeof value === 'string') return value
      if (value instanceof Error) return String(value.name) + ': ' + String(value.message) + '\\n' + String(value.stack)
      const text = typeof value === 'object' && value !== null ? stringify(value) : undefined
      return text === undefined ? String(value) : text
    } catch (_) {
      return '[cannot be shown]'
    }
  }
  const logger = (level) =>
    function () {
      const parts = []
      for (let i = 0; i < arguments.length; i++) parts[i] = show(arguments[i])
      log(level, apply(join, parts, [' ']))
    }
  define('console', {
    log: logger('log'), info: logger('log'), debug: logger('log'), trace: logger('log'),
    warn: logger('warn'), error: logger('error'),
  })

  const timers = new Map()
  let timerCount = 0
  const setTimer = (repeats) =>
    function (callback, ms) {
      if (typeof callback !== 'function') throw new TypeError('The callback is not a function')
      const args = []
      for (let i = 2; i < arguments.length; i++) args[i - 2] = arguments[i]
      const id = ++timerCount
      const delay = Number(ms) || 0
      apply(mapSet, timers, [id, { callback, args, repeats, delay }])
      startTimer(id, delay)
      return id
    }
  const clear = (id) => {
    if (typeof id !== 'number' || !apply(mapGet, timers, [id])) return
    apply(mapDelete, timers, [id])
    stopTimer(id)
  }
  define('setTimeout', setTimer(false))
  define('setInterval', setTimer(true))
  define('setImmediate', (callback, ...args) => setTimeout(callback, 0, ...args))
  define('clearTimeout', clear)
  define('clearInterval', clear)
  define('clearImmediate', clear)
  define('queueMicrotask', (callback) => {
    apply(then, new Promise((resolve) => resolve()), [callback])
  })

  const fetches = new Map()
  let fetchCount = 0
  const responseOf = ({ status, headers, body, url }) => {
    const headerNamed = (name) => {
      const value = headers[apply(lower, String(name), [])]
      return value === undefined ? null : value
    }
    return {
      status,
      ok: status >= 200 && status < 300,
      url,
      headers: { get: headerNamed, has: (name) => headerNamed(name) !== null },
      text: async () => body,
      json: async () => parse(body),
    }
  }
  define('fetch', (url, options) => {
    const given = options || {}
    const target = String(url)
    const method = String(given.method || 'GET')
    const body = given.body === undefined || given.body === null ? undefined : String(given.body)
    const headers = given.headers && typeof given.headers === 'object' ? given.headers : {}
    return new Promise((resolve, reject) => {
      const id = ++fetchCount
      apply(mapSet, fetches, [id, { resolve, reject }])
      for (const name of keysOf(headers)) addHeader(id, name, String(headers[name]))
      startFetch(id, target, method, body)
    })
  })

  const modules = { '@papercups-io/papercups': ${JSON.stringify(GUEST_SDK)} }
  const loaded = {}
  let env = {}
  const require = (name) => {
    const source = typeof name === 'string' && keysOf(modules).includes(name) ? modules[name] : undefined
    if (source === undefined)
      throw new Error("Cannot find module '" + show(name) + "'. A function can require only @papercups-io/papercups.")
    if (!loaded[name]) {
      const module = (loaded[name] = { exports: {} })
      new Function('module', 'exports', 'process', source)(module, module.exports, process)
    }
    return loaded[name].exports
  }
  const process = { get env() { return env } }
  define('process', process)
  define('global', globalThis)

  return {
    start(wrapped, input, variables) {
      env = parse(variables)
      try {
        const module = { exports: {} }
        const found = wrapped(module.exports, require, module, process)
        const exported = module.exports
        const handler = typeof exported === 'function' ? exported : (exported && exported.handler) || found
        if (typeof handler !== 'function') throw new TypeError('The code has no function called handler.')
        const answer = new Promise((resolve) => resolve(handler(parse(input), {})))
        const succeed = (value) => {
          try {
            const text = stringify(value)
            finish(1, text === undefined ? 'null' : text)
          } catch (error) {
            fail(error)
          }
        }
        apply(then, answer, [succeed, fail])
      } catch (error) {
        fail(error)
      }
    },
    fire(id) {
      const timer = apply(mapGet, timers, [id])
      if (!timer) return
      if (timer.repeats) startTimer(id, timer.delay)
      else apply(mapDelete, timers, [id])
      try {
        apply(timer.callback, undefined, timer.args)
      } catch (error) {
        fail(error)
      }
    },
    answer(id, ok, text) {
      const waiting = apply(mapGet, fetches, [id])
      apply(mapDelete, fetches, [id])
      if (!waiting) return
      if (ok) waiting.resolve(responseOf(parse(text)))
      else waiting.reject(new TypeError(text))
    },
  }
})`
