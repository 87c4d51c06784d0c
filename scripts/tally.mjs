import { existsSync, readFileSync } from 'node:fs'

/** Enough for a message and the first lines of what differs. */
const COMPLAINT_LENGTH = 1_500

const NONE = { passed: 0, failed: 0, skipped: 0, complaints: [] }

export function add(...tallies) {
  return tallies.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
      complaints: [...sum.complaints, ...one.complaints],
    }),
    NONE,
  )
}

/** `code` is the runner's exit code. A non-zero code without a failed test counts as one failure. */
export function tallyVitest(file, code) {
  const report = read(file)
  if (!report) return { ...NONE, failed: 1, complaints: ['✗ a runner left no report'] }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = report
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  )
  const tests = testResults.flatMap(({ name, assertionResults }) => assertionResults.map((one) => ({ ...one, name })))
  const tally = {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
    complaints: [
      ...broken.map(({ name, message }) => complaint(name, message)),
      ...tests
        .filter(({ status }) => status === 'failed')
        .map(({ name, title, failureMessages }) => complaint(`${name} › ${title}`, failureMessages?.[0])),
    ],
  }
  return explained(tally, code)
}

/** More flaky scenarios than this fail the run. */
const FLAKY_ALLOWED = 2

/** A scenario that passed only at its second attempt is flaky. It is listed and its trace is kept. */
export function tallyPlaywright(file, code) {
  const report = read(file)
  if (!report) return { ...NONE, failed: 1, complaints: ['✗ a runner left no report'] }
  const { expected, unexpected, flaky, skipped } = report.stats
  const isFlaky = ({ tests }) => tests.some(({ status }) => status === 'flaky')
  const describe = (sign, { file, title, tests }) => complaint(`${file} › ${title}`, firstError(tests), sign)
  const specs = specsOf(report)
  const complaints = [
    ...specs.filter(isFlaky).map((spec) => describe('flaky', spec)),
    ...specs.filter((spec) => !spec.ok && !isFlaky(spec)).map((spec) => describe('✗', spec)),
  ]
  const tooMany = flaky > FLAKY_ALLOWED ? flaky : 0
  return explained({ passed: expected + flaky - tooMany, failed: unexpected + tooMany, skipped, complaints }, code)
}

/** The end of the output of `npm test`: repeats the failures, for readers of the last lines, then the numbers. */
export function describeTally({ passed, failed, skipped, complaints }) {
  const numbers = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
  return [...complaints, numbers].join('\n')
}

function specsOf({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

const firstError = (tests) => tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))[0]?.message

const complaint = (name, message = '', sign = '✗') =>
  `${sign} ${name}\n${message.slice(0, COMPLAINT_LENGTH).trimEnd()}\n`

function explained(tally, code) {
  return code !== 0 && tally.failed === 0
    ? { ...tally, failed: 1, complaints: ['✗ a runner ended with an error'] }
    : tally
}

function read(file) {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  } catch {
    return undefined
  }
}
