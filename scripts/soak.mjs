import { findRedis } from './find-program.mjs'
import { ensureBuilt } from './parts.mjs'
import { command, endStepsOnSignals, Failure, run, tool } from './steps.mjs'

/** `npm run soak -- --minutes 10 --seed 7`: the fault run of `npm test`, for as long as asked. */
await command(async (args) => {
  endStepsOnSignals()
  const { minutes = '1', seed = String(Math.floor(Math.random() * 1e9)) } = readOptions(args)
  await ensureBuilt()
  const redis = await findRedis()
  if (!redis) throw new Failure('Redis is not installed and could not be: set REDIS_SERVER_PATH.')
  const env = { REDIS_SERVER_PATH: redis, SOAK_MINUTES: minutes, SOAK_SEED: seed }
  const { code } = await run(tool('vitest'), ['run', '--disableConsoleIntercept', 'apps/server/test/soak'], {
    env,
    show: true,
  })
  process.exitCode = code === 0 ? 0 : 1
})

function readOptions(args) {
  const options = {}
  for (let at = 0; at < args.length; at += 2) {
    const name = /^--(minutes|seed)$/.exec(args[at])?.[1]
    if (!name || !(Number(args[at + 1]) >= 0)) throw new Failure('Usage: npm run soak -- --minutes N [--seed S]')
    options[name] = args[at + 1]
  }
  return options
}
