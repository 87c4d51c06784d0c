import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** False when the browser has no network at all. True promises nothing. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)
