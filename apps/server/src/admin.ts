import { resetTwoFactorOf } from './features/identity/two-factor/unscoped.js'
import { StartupError } from './platform/startup-error.js'
import { runCommand, withServer } from './run-command.js'

const USAGE = `Usage: npm run admin -- COMMAND

  reset-two-factor EMAIL   turns two-factor sign-in off for a user who lost their codes
  accept-secret-key        goes on with the present secret key after the old one was lost
`

/** `npm run admin`: commands for operators. They work beside a running server. */
async function main([command, argument]: string[]) {
  if (command === 'reset-two-factor' && argument) {
    return withServer(async ({ platform }) => {
      const wasOn = await resetTwoFactorOf(platform, argument)
      if (wasOn === undefined) throw new StartupError(`No user has the email ${argument}.`)
      if (!wasOn) return `Two-factor sign-in of ${argument} was off already.`
      return `Two-factor sign-in of ${argument} is off. They sign in with their password and can turn it on again.`
    })
  }
  if (command === 'accept-secret-key') {
    const work = async () => 'The present secret key is accepted. Start the server.'
    return withServer(work, { accept_secret_key: true })
  }
  throw new StartupError(USAGE)
}

runCommand(() => main(process.argv.slice(2)))
