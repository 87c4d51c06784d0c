import { describeError } from './api-error.js'
import { env } from './env.js'
import { wantsDebug } from './wants-debug.js'

/** Decided when the page opens: links inside the dashboard drop the query. */
const debugging = env.flags.debug_mode_enabled || wantsDebug(window.location.search)

/** `what` says what was tried. In debug mode people see the error as well. */
export function logError(what: string, error: unknown) {
  console.error(what, error)
  show(error)
}

/** What nobody caught the browser logs by itself. */
export function watchForErrors() {
  window.addEventListener('error', (event) => show(event.error ?? event.message))
  window.addEventListener('unhandledrejection', (event) => show(event.reason))
}

function show(failure: unknown) {
  if (!debugging) return
  const notice = { title: 'Something went wrong!', message: describeError(failure), color: 'red' }
  void import('@mantine/notifications').then(({ notifications }) => notifications.show(notice))
}
