import { existsSync, readFileSync } from 'node:fs'

const NONE = { passed: 0, failed: 0, skipped: 0 }

export function add(...tallies) {
  return tallies.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
    }),
    NONE,
  )
}

/** `code` is the runner's exit code: what it does not explain by a failed test is one failure more. */
export function tallyVitest(file, code) {
  const report = read(file)
  if (!report) return { ...NONE, failed: 1 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  )
  const tally = {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
  }
  return explained(tally, code)
}

/** A story that passed only at its second attempt failed. */
export function tallyPlaywright(file, code) {
  const report = read(file)
  if (!report) return { ...NONE, failed: 1 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return explained({ passed: expected, failed: unexpected + flaky, skipped }, code)
}

/** The last line of `npm test`. */
export function describeTally({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}

function explained(tally, code) {
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}

function read(file) {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  } catch {
    return undefined
  }
}
