import { AGENTS } from './features/operations/demo-data/cast.js'
import { DAYS, PASSWORD, seed } from './features/operations/demo-data/seed.js'
import { runCommand, withServer } from './run-command.js'

/** `npm run seed` */
const main = () =>
  withServer(async ({ platform }) => {
    const made = await seed(platform)
    const what =
      made === undefined
        ? 'The demo company is already there.'
        : `Acme now has ${made} conversations over ${DAYS} days.`
    return `${what} Sign in as ${AGENTS[0].email} with the password ${PASSWORD}.`
  })

runCommand(main)
