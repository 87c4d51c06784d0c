/** The time of a run. Tests have less of it. */
export interface TimeLimits {
  /** Of the processor. */
  cpu_ms: number
  /** From the start to the end. */
  total_ms: number
}
export const TIME_LIMITS: TimeLimits = { cpu_ms: 5_000, total_ms: 30_000 }

export const MEMORY_BYTES = 64 * 1024 * 1024
/** Calls of one run, and those that wait for an answer at the same time. */
export const MAX_FETCHES = 100
export const MAX_OPEN_FETCHES = 10
export const MAX_TIMERS = 1_000
/** Characters of one body that a function sends. */
export const MAX_SENT = 1_000_000
export const MAX_LINES = 500
export const MAX_LINE = 4_000
export const MAX_OUTPUT = 64_000
/** Characters of the JSON that a function returns. */
export const MAX_RESULT = 64_000
