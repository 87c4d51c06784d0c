import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** False if the browser has no network. True does not mean that the server is reachable. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)
