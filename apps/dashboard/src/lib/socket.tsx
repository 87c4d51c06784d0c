import { openSocket, type ConnectionState } from '@papercups/wire'
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { session } from './session.js'
import { createHub, type TopicHub } from './topic-hub.js'

const HubContext = createContext<TopicHub | null>(null)

/** One socket for as long as somebody is signed in. A refused one renews the token before it tries again. */
export function SocketProvider({ children }: { children: ReactNode }) {
  const [hub, setHub] = useState<TopicHub | null>(null)

  useEffect(() => {
    const line = openSocket({
      url: '/socket',
      params: () => ({ token: session.token() ?? '' }),
      renew: session.renew,
    })
    setHub(createHub(line))
    return () => line.close()
  }, [])

  return <HubContext value={hub}>{children}</HubContext>
}

/** Null for the moment before the socket exists. */
export const useHub = () => use(HubContext)

const never = () => () => undefined

export function useConnection(): ConnectionState {
  const hub = useHub()
  return useSyncExternalStore(hub?.line.watch ?? never, () => hub?.line.state() ?? 'connecting')
}
