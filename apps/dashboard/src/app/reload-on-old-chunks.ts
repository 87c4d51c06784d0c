const KEY = 'papercups.reloaded'
const QUIET = 30_000

/**
 * After an update of the server an open page requests chunks that no longer exist. One reload updates the page and opens the page that the user was navigating to.
 */
export function reloadOnOldChunks(destination: () => string | undefined) {
  window.addEventListener('vite:preloadError', (event) => {
    const target = destination()
    // The chunk was only preloaded; the user did not navigate.
    if (!target) return
    try {
      const last = Number(sessionStorage.getItem(KEY) ?? 0)
      if (Date.now() - last < QUIET) return
      sessionStorage.setItem(KEY, String(Date.now()))
    } catch {
      // Without storage we cannot count reloads, and the page might reload forever.
      return
    }
    event.preventDefault()
    window.location.assign(target)
  })
}
