import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findAffectedTests, listChanged } from './changed-tests.mjs'
import { CHECKS, runChecks } from './checks.mjs'
import { findChromium, findRedis } from './find-program.mjs'
import { ensureBuilt } from './parts.mjs'
import { command, endStepsOnSignals, ROOT, run, tool } from './steps.mjs'
import { add, describeTally, tallyPlaywright, tallyVitest } from './tally.mjs'

const STORIES = 'e2e/playwright.config.ts'
const strict = process.env.CI === 'true' || process.env.CI === '1'

/**
 * `npm test` runs everything. `npm test -- path…` runs only those tests, without the checks. `npm test -- --changed` runs the tests that
 * uncommitted changes can affect; `--changed=main` those of a branch.
 */
await command(async (given) => {
  endStepsOnSignals()
  await ensureBuilt()
  const paths = await findPaths(given)
  if (!paths) return

  const stories = paths.filter(isStory)
  const tests = paths.filter((path) => !isStory(path))
  const reports = mkdtempSync(join(tmpdir(), 'papercups-reports-'))
  const all = paths.length === 0
  // One after the other, because both may install with the system's package manager.
  const redis = all || tests.length ? await findRedis() : undefined
  const chromium = all || stories.length ? await findChromium() : undefined
  // One after the other: at the same time they overload two cores, and tests run into their timeouts.
  const tally = add(
    all ? await runAllChecks() : add(),
    all || tests.length ? await runVitest(tests, join(reports, 'vitest.json'), redis) : add(),
    all || stories.length ? await runPlaywright(stories, join(reports, 'playwright.json'), chromium) : add(),
  )
  rmSync(reports, { recursive: true, force: true })

  if (strict && tally.skipped) console.log('With CI=true a skipped test fails the run.')
  process.exitCode = tally.failed || (strict && tally.skipped) ? 1 : 0
  console.log(describeTally(tally))
})

/** The given paths, or the tests that changes can affect. Undefined if there are none. */
async function findPaths([first, ...others]) {
  const [, commit] = /^--changed(?:=(.+))?$/.exec(first ?? '') ?? []
  if (!first?.startsWith('--changed')) return first === undefined ? [] : [first, ...others]
  const { readSources } = await import('./import-direction.mjs') // its parser comes with the dependencies
  const changed = await listChanged(commit)
  const scripts = changed.some((file) => file.startsWith('scripts/')) ? ['scripts'] : []
  const paths = [...findAffectedTests(readSources(ROOT), changed), ...scripts]
  if (paths.length > 0) return paths
  console.log('The changes affect no test. Browser scenarios are chosen only when their own files change.')
  return undefined
}

function isStory(path) {
  return path.startsWith('e2e') && !path.startsWith('e2e/commands') && !path.includes('.test.')
}

async function runAllChecks() {
  const failed = await runChecks(CHECKS)
  const complaints = failed.map((name) => `✗ ${name}`)
  return { passed: CHECKS.length - failed.length, failed: failed.length, skipped: 0, complaints }
}

async function runVitest(paths, report, redis) {
  if (!redis) console.log('Redis is not installed and could not be: the stories across processes are skipped.')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const env = redis ? { REDIS_SERVER_PATH: redis } : {}
  const { code } = await run(tool('vitest'), ['run', ...reporters, ...paths], { env, show: true })
  return tallyVitest(report, code)
}

async function runPlaywright(paths, report, chromium) {
  if (!existsSync(join(ROOT, STORIES))) {
    const complaint = `There are no browser stories: ${STORIES} is missing.`
    return { passed: 0, failed: strict ? 1 : 0, skipped: strict ? 0 : 1, complaints: [complaint] }
  }
  if (!chromium) {
    const complaint = 'No browser could be found or installed: set CHROME_PATH to a Chromium.'
    return { passed: 0, failed: 1, skipped: 0, complaints: [complaint] }
  }
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const args = ['test', '--config', STORIES, '--reporter=list,json', ...paths]
  const { code } = await run(tool('playwright'), args, { env, show: true })
  return tallyPlaywright(report, code)
}
