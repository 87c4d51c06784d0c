import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { add, describeTally, tallyPlaywright, tallyVitest } from './tally.mjs'

function report(content: object) {
  const folder = mkdtempSync(join(tmpdir(), 'papercups-tally-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

const vitest = (numbers: object, testResults: object[] = []) =>
  report({ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults, ...numbers })

test('the last line names what was skipped only when something was', () => {
  expect(describeTally({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed')
  expect(describeTally({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped')
})

test('tests that never ran are failures: no report, a file that does not load, an exit code that nothing explains', () => {
  expect(tallyVitest('/nowhere.json', 0).failed).toBe(1)
  expect(tallyVitest(vitest({ numPassedTests: 2 }), 1)).toEqual({ passed: 2, failed: 1, skipped: 0 })
  const broken = vitest({ numPassedTests: 2 }, [{ status: 'failed', assertionResults: [] }])
  expect(tallyVitest(broken, 1)).toEqual({ passed: 2, failed: 1, skipped: 0 })
})

test('a failed test is counted once', () => {
  const failed = vitest({ numPassedTests: 2, numFailedTests: 1, numPendingTests: 1 }, [
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
  ])
  expect(tallyVitest(failed, 1)).toEqual({ passed: 2, failed: 1, skipped: 1 })
})

test('a browser story that passed at its second attempt failed', () => {
  const stories = report({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 1 } })
  expect(tallyPlaywright(stories, 1)).toEqual({ passed: 4, failed: 2, skipped: 1 })
})

test('tallies add up', () => {
  expect(add({ passed: 1, failed: 0, skipped: 1 }, { passed: 2, failed: 1, skipped: 0 })).toEqual({
    passed: 3,
    failed: 1,
    skipped: 1,
  })
})
