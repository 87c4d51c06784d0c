import { useSyncExternalStore } from 'react'
import { session } from './session.js'

export const useSession = () => useSyncExternalStore(session.subscribe, session.getState)
