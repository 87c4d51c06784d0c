import { expect, vi } from 'vitest'
import { createLog } from '../src/platform/log.js'

/** Errors that the servers of this process logged since the last test. */
const logged: string[] = []
let expected: RegExp[] = []
const WAIT_MS = 15_000

/** The log of all test servers. An error in it fails the test, unless the test expects it. */
export const testLog = createLog('error', { write: (line) => logged.push(line.trim()) })

// A deprecated call is as bad: it prints lines that nobody reads, until an update breaks it.
process.on('warning', (warning) => logged.push(String(warning.stack)))

/** Errors that this test causes on purpose. A pattern that is given twice has to be logged twice or more often. */
export function expectErrors(...patterns: RegExp[]) {
  expected.push(...patterns)
}

/** Fails when a server logged an error that no test expects, or did not log one that a test expects. */
export async function checkLoggedErrors() {
  const patterns = expected
  expected = []
  const fits = (pattern: RegExp) => logged.filter((line) => pattern.test(line)).length
  const given = (pattern: RegExp) => patterns.filter(({ source }) => source === pattern.source).length
  try {
    const missing = () => patterns.filter((pattern) => fits(pattern) < given(pattern))
    await vi.waitFor(() => expect(missing(), 'errors that no server logged').toEqual([]), WAIT_MS)
    const unexpected = logged.filter((line) => !patterns.some((pattern) => pattern.test(line)))
    expect(unexpected.join('\n'), 'errors that a server logged').toBe('')
  } finally {
    logged.length = 0
  }
}
