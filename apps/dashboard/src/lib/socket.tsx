import { openSocket, type ConnectionState } from '@papercups/wire'
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { reachability } from './reachability.js'
import { session } from './session.js'
import { createHub, type TopicHub } from './topic-hub.js'

const HubContext = createContext<TopicHub | null>(null)

/** One socket for as long as somebody is signed in. A refused one renews the token before it tries again. */
export function SocketProvider({ children }: { children: ReactNode }) {
  const [hub, setHub] = useState<TopicHub | null>(null)

  useEffect(() => {
    const socket = openSocket({
      url: '/socket',
      params: () => ({ token: session.token() ?? '' }),
      renew: session.renew,
    })
    socket.watch(() => reachability.report(socket.state() !== 'reconnecting'))
    setHub(createHub(socket))
    return () => socket.close()
  }, [])

  return <HubContext value={hub}>{children}</HubContext>
}

/** Null for the moment before the socket exists. */
export const useHub = () => use(HubContext)

const never = () => () => undefined

export function useConnection(): ConnectionState {
  const hub = useHub()
  return useSyncExternalStore(hub?.socket.watch ?? never, () => hub?.socket.state() ?? 'connecting')
}
