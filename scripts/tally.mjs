import { existsSync, readFileSync } from 'node:fs'

/** Enough for a message and the first lines of what differs. */
const COMPLAINT_LENGTH = 1_500

/** More flaky tests than this fail the run. */
const FLAKY_ALLOWED = 2

/** Tests that nothing is lost, nothing leaks and nothing stops the server. They have to pass at the first attempt. */
const PROOFS = /faults|attacks|sweeps|soak/

/** `passed` includes the `flaky` tests: those that passed only at their second attempt. */
const NONE = { passed: 0, flaky: 0, failed: 0, skipped: 0, complaints: [] }

export function add(...tallies) {
  return tallies.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      flaky: sum.flaky + one.flaky,
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
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = report
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  )
  const tests = testResults.flatMap(({ name, assertionResults }) => assertionResults.map((one) => ({ ...one, name })))
  const retried = tests.filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
  const flaky = retried.filter(({ name }) => !PROOFS.test(name))
  const failed = tests.filter((one) => one.status === 'failed' || (retried.includes(one) && !flaky.includes(one)))
  const describe = (sign, { name, title, failureMessages }) =>
    complaint(`${name} › ${title}`, failureMessages?.[0], sign)
  const tally = {
    passed: numPassedTests - (retried.length - flaky.length),
    flaky: flaky.length,
    failed: failed.length + broken.length,
    skipped: numPendingTests + numTodoTests,
    complaints: [
      ...broken.map(({ name, message }) => complaint(name, message)),
      ...flaky.map((one) => describe('flaky', one)),
      ...failed.map((one) => describe('✗', one)),
    ],
  }
  return explained(tally, code)
}

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
  return explained({ passed: expected + flaky, flaky, failed: unexpected, skipped, complaints }, code)
}

/** Counts the flaky tests of all runners as failed if there are too many. */
export function limitFlaky(tally) {
  const { passed, flaky, failed } = tally
  return flaky > FLAKY_ALLOWED ? { ...tally, passed: passed - flaky, failed: failed + flaky } : tally
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
