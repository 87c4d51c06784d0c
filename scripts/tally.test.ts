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

test('the last line shows skipped tests only if there are any', () => {
  expect(describeTally({ passed: 3, failed: 0, skipped: 0, complaints: [] })).toBe('3 passed, 0 failed')
  expect(describeTally({ passed: 3, failed: 0, skipped: 2, complaints: [] })).toBe('3 passed, 0 failed, 2 skipped')
})

test('repeats the failures before the last line', () => {
  const tally = add({ passed: 3, failed: 1, skipped: 0, complaints: ['✗ one'] }, add())
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
  expect(tallyVitest(failed, 1)).toEqual({ passed: 2, failed: 1, skipped: 1, complaints })
})

test('lists a browser scenario that passed at its second attempt as flaky; more than two fail the run', () => {
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
    failed: 1,
    skipped: 1,
    complaints: ['flaky a.spec.ts › late\n\n', '✗ a.spec.ts › gone\nno button\n'],
  })

  const tooMany = report({ stats: { expected: 4, unexpected: 0, flaky: 3, skipped: 0 }, suites: [] })
  expect(tallyPlaywright(tooMany, 0)).toMatchObject({ passed: 4, failed: 3 })
})

test('tallies add up', () => {
  const [one, two] = [
    { passed: 1, failed: 0, skipped: 1, complaints: [] },
    { passed: 2, failed: 1, skipped: 0, complaints: ['✗ one'] },
  ]
  expect(add(one, two)).toEqual({ passed: 3, failed: 1, skipped: 1, complaints: ['✗ one'] })
})
