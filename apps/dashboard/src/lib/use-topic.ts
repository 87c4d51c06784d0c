import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useHub } from './socket.js'
import type { TopicHandlers, TopicName } from './topic-hub.js'

/** Listens to a topic while mounted. Returns a function that pushes to it. */
export function useTopic<T extends TopicName>(topic: T, handlers: TopicHandlers<T> = {}) {
  const hub = useHub()
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })

  useEffect(() => hub?.listen(topic, () => latest.current as Record<string, () => void>), [hub, topic])

  return useCallback(
    (event: string, payload: object) => hub?.push(topic, event, payload) ?? Promise.reject(new Error('Not connected')),
    [hub, topic],
  )
}
