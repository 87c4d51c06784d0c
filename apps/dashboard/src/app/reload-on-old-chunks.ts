const KEY = 'papercups.reloaded'
const QUIET = 30_000

/**
 * After an update of the server an open page asks for files that are gone. One reload brings it up to date, and to the
 * place that somebody was on the way to.
 */
export function reloadOnOldChunks(destination: () => string | undefined) {
  window.addEventListener('vite:preloadError', (event) => {
    const target = destination()
    // Nobody went anywhere yet: it was only to be ready.
    if (!target) return
    try {
      const last = Number(sessionStorage.getItem(KEY) ?? 0)
      if (Date.now() - last < QUIET) return
      sessionStorage.setItem(KEY, String(Date.now()))
    } catch {
      // Without a place to remember it, a reload might follow a reload for ever.
      return
    }
    event.preventDefault()
    window.location.assign(target)
  })
}
