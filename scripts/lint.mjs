import { CHECKS, runChecks } from './checks.mjs'
import { buildPackages } from './parts.mjs'
import { command, endStepsOnSignals, ensureInstalled } from './steps.mjs'

await command(async () => {
  endStepsOnSignals()
  await ensureInstalled()
  await buildPackages() // the lint that knows types reads theirs
  const failed = await runChecks(CHECKS.filter(({ name }) => name !== 'types'))
  process.exitCode = failed.length ? 1 : 0
})
