import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { add, describeTally, limitFlaky, tallyPlaywright, tallyVitest } from './tally.mjs'

function report(content: object) {
  const folder = mkdtempSync(join(tmpdir(), 'papercups-tally-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}

const vitest = (numbers: object, testResults: object[] = []) =>
  report({ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults, ...numbers })

test('the last line shows skipped tests only if there are any', () => {
  expect(describeTally({ ...add(), passed: 3 })).toBe('3 passed, 0 failed')
  expect(describeTally({ ...add(), passed: 3, skipped: 2 })).toBe('3 passed, 0 failed, 2 skipped')
})

test('repeats the failures before the last line', () => {
  const tally = add({ ...add(), passed: 3, failed: 1, complaints: ['✗ one'] }, add())
  expect(describeTally(tally)).toBe('✗ one\n3 passed, 1 failed')
})

test('counts tests that never ran as failures: no report, a file that does not load, an unexplained exit code', () => {
  expect(tallyVitest('/nowhere.json', 0).failed).toBe(1)
  expect(tallyVitest(vitest({ numPassedTests: 2 }), 1)).toMatchObject({ passed: 2, failed: 1, skipped: 0 })
  const broken = vitest({ numPassedTests: 2 }, [
    { name: 'a.test.ts', status: 'failed', message: 'No such module', assertionResults: [] },
  ])
  expect(tallyVitest(broken, 1)).toEqual({
    passed: 2,
    flaky: 0,
    failed: 1,
    skipped: 0,
    complaints: ['✗ a.test.ts\nNo such module\n'],
  })
})

test('counts a failed test once and shows its error', () => {
  const failed = vitest({ numPassedTests: 2, numFailedTests: 1, numPendingTests: 1 }, [
    {
      name: 'a.test.ts',
      status: 'failed',
      assertionResults: [
        { title: 'adds', status: 'passed' },
        { title: 'divides', status: 'failed', failureMessages: ['expected 1 to be 2'] },
      ],
    },
  ])
  const complaints = ['✗ a.test.ts › divides\nexpected 1 to be 2\n']
  expect(tallyVitest(failed, 1)).toEqual({ passed: 2, flaky: 0, failed: 1, skipped: 1, complaints })
})

test('lists a test that passed at its second attempt as flaky, and counts it as failed if it proves that nothing is lost', () => {
  const late = { title: 'late', status: 'passed', failureMessages: ['timed out'] }
  const retried = vitest({ numPassedTests: 3 }, [
    { name: 'a.test.ts', status: 'passed', assertionResults: [late, { title: 'well', status: 'passed' }] },
    { name: 'test/faults/kill.test.ts', status: 'passed', assertionResults: [late] },
  ])
  expect(tallyVitest(retried, 0)).toEqual({
    passed: 2,
    flaky: 1,
    failed: 1,
    skipped: 0,
    complaints: ['flaky a.test.ts › late\ntimed out\n', '✗ test/faults/kill.test.ts › late\ntimed out\n'],
  })
})

test('more than two flaky tests of all runners fail the run', () => {
  const [two, three] = [2, 3].map((flaky) => add({ ...add(), passed: 4, flaky }))
  expect(limitFlaky(two)).toMatchObject({ passed: 4, failed: 0 })
  expect(limitFlaky(three)).toMatchObject({ passed: 1, failed: 3 })
})

test('lists a browser scenario that passed at its second attempt as flaky', () => {
  const spec = (title: string, ok: boolean, status: string, errors: object[] = []) => ({
    title,
    file: 'a.spec.ts',
    ok,
    tests: [{ status, results: [{ errors }] }],
  })
  const stories = report({
    stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 1 },
    suites: [
      {
        specs: [spec('well', true, 'expected')],
        suites: [
          { specs: [spec('late', true, 'flaky'), spec('gone', false, 'unexpected', [{ message: 'no button' }])] },
        ],
      },
    ],
  })
  expect(tallyPlaywright(stories, 1)).toEqual({
    passed: 5,
    flaky: 1,
    failed: 1,
    skipped: 1,
    complaints: ['flaky a.spec.ts › late\n\n', '✗ a.spec.ts › gone\nno button\n'],
  })
})

test('tallies add up', () => {
  const [one, two] = [
    { passed: 1, flaky: 1, failed: 0, skipped: 1, complaints: [] },
    { passed: 2, flaky: 0, failed: 1, skipped: 0, complaints: ['✗ one'] },
  ]
  expect(add(one, two)).toEqual({ passed: 3, flaky: 1, failed: 1, skipped: 1, complaints: ['✗ one'] })
})
