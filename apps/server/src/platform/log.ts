import type { Config } from './config.js'
import { cleanFields, cleanText } from './log-privacy.js'

const LOG_LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: Infinity }
type Level = Config['log_level']

export interface LogMethod {
  (fields: object, message?: string): void
  (message: string): void
}

/** The logger interface of Fastify, so requests, jobs and start-up share one logger. */
export interface Log {
  level: Level
  trace: LogMethod
  debug: LogMethod
  info: LogMethod
  warn: LogMethod
  error: LogMethod
  fatal: LogMethod
  silent: LogMethod
  child(fields: object): Log
}

interface Output {
  write(line: string): unknown
  isTTY?: boolean
}

/** Writes JSON lines, or readable lines on a terminal. Removes secrets and personal data. */
export function createLog(level: Level = 'info', output: Output = process.stdout): Log {
  const draw = output.isTTY ? drawForPeople : drawJson
  return childOf({ level }, {}, (level, message, fields) => {
    output.write(draw(new Date().toISOString(), level, message, fields) + '\n')
  })
}

type Write = (level: Level, message: string | undefined, fields: object) => void

function childOf(parent: { level: Level }, bound: object, write: Write): Log {
  const method =
    (level: Level): LogMethod =>
    (first: object | string, message?: string) => {
      if (LOG_LEVELS[level] < LOG_LEVELS[log.level]) return
      const given = typeof first === 'string' ? {} : first instanceof Error ? { err: first } : first
      const words = typeof first === 'string' ? first : message
      write(level, words && cleanText(words), cleanFields({ ...bound, ...given }))
    }
  const log: Log = {
    level: parent.level,
    trace: method('trace'),
    debug: method('debug'),
    info: method('info'),
    warn: method('warn'),
    error: method('error'),
    fatal: method('fatal'),
    silent: () => {},
    child: (fields) => childOf(log, { ...bound, ...fields }, write),
  }
  return log
}

const drawJson = (time: string, level: Level, message: string | undefined, fields: object) =>
  JSON.stringify({ ...fields, time, level, message })

function drawForPeople(time: string, level: Level, message: string | undefined, fields: object) {
  const { err, ...rest } = fields as { err?: { stack?: string } }
  const pairs = Object.entries(rest).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  const line = [time.slice(11, 23), level.toUpperCase().padEnd(5), printable(message), ...pairs].filter(Boolean)
  return err?.stack ? `${line.join(' ')}\n${printable(err.stack)}` : line.join(' ')
}

/** Control characters in logged text could move the cursor or forge a line. */
// oxlint-disable-next-line no-control-regex
const printable = (text = '') => text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '·')
