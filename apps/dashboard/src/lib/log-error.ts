import { describeError } from './api-error.js'
import { env } from './env.js'
import { wantsDebug } from './wants-debug.js'

/** Read once when the page opens, because links inside the dashboard drop the query. */
const debugging = env.flags.debug_mode_enabled || wantsDebug(window.location.search)

/** `what` describes the failed action. In debug mode the error is also shown on the page. */
export function logError(what: string, error: unknown) {
  console.error(what, error)
  show(error)
}

/** The browser logs uncaught errors itself; this shows them in debug mode. */
export function watchForErrors() {
  window.addEventListener('error', (event) => show(event.error ?? event.message))
  window.addEventListener('unhandledrejection', (event) => show(event.reason))
}

function show(failure: unknown) {
  if (!debugging) return
  const notice = { title: 'Something went wrong!', message: describeError(failure), color: 'red' }
  void import('@mantine/notifications').then(({ notifications }) => notifications.show(notice))
}
