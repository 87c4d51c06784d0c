import { ROOT, run, tool } from './steps.mjs'

/** Each counts as one test of `npm test`; `npm run lint` runs all but the types. */
export const CHECKS = [
  { name: 'types', run: () => runTool('tsc', ['-b']) },
  { name: 'lint', run: () => runTool('oxlint', ['--type-aware', '--deny-warnings']) },
  { name: 'unused code', run: () => runTool('knip', ['--no-progress']) },
  { name: 'format', run: () => runTool('prettier', ['--check', '--log-level', 'warn', '.']) },
  { name: 'import direction', run: () => checkSources('findViolations') },
  { name: 'tenant wall', run: () => checkSources('findLeakingQueries') },
]

/** Runs all in parallel and prints their output. Resolves with the names of the failed ones. */
export async function runChecks(checks) {
  const failed = []
  const runOne = async ({ name, run: check }) => {
    const { code, output } = await check()
    console.log(code === 0 ? `✓ ${name}` : `✗ ${name}\n${output.trimEnd()}`)
    if (code !== 0) failed.push(name)
  }
  await Promise.all(checks.map(runOne))
  return failed
}

function runTool(name, args) {
  return run(tool(name), args)
}

async function checkSources(name) {
  const checks = await import('./import-direction.mjs') // its parser comes with the dependencies
  const violations = checks[name](ROOT)
  return { code: violations.length ? 1 : 0, output: violations.join('\n') }
}
