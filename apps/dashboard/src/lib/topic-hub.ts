import type { Topics } from '@papercups/contract'
import type { SocketClient, TopicSubscription } from '@papercups/wire'

export type TopicName = keyof Topics & string

export type TopicHandlers<T extends TopicName> = {
  [E in keyof Topics[T]]?: (payload: Topics[T][E]) => void
} & {
  /** After every join, the ones after a lost connection too. */
  joined?: () => void
}

type AnyHandlers = Record<string, ((payload: unknown) => void) | undefined>

interface Room {
  subscription: TopicSubscription<TopicName>
  listeners: Set<() => AnyHandlers>
  events: Set<string>
  joined: boolean
}

/** Many components may listen to a topic, while the server knows one membership for each socket: this shares it. */
export function createHub(socket: SocketClient) {
  const rooms = new Map<TopicName, Room>()

  function enter(topic: TopicName): Room {
    const room: Room = { subscription: socket.topic(topic), listeners: new Set(), events: new Set(), joined: false }
    rooms.set(topic, room)
    room.subscription.join({
      joined() {
        room.joined = true
        tell(room, 'joined', undefined)
      },
    })
    return room
  }

  return {
    socket,

    /** `handlers` is asked at each event, so a component's newest functions are the ones that run. */
    listen(topic: TopicName, handlers: () => AnyHandlers): () => void {
      const room = rooms.get(topic) ?? enter(topic)
      room.listeners.add(handlers)
      for (const event of Object.keys(handlers())) hear(room, event)
      if (room.joined) handlers()['joined']?.(undefined)

      return () => {
        room.listeners.delete(handlers)
        if (room.listeners.size > 0 || rooms.get(topic) !== room) return
        rooms.delete(topic)
        room.subscription.leave()
      }
    },

    push(topic: TopicName, event: string, payload: object): Promise<object> {
      return (rooms.get(topic) ?? enter(topic)).subscription.push(event, payload)
    },
  }
}

export type TopicHub = ReturnType<typeof createHub>

function hear(room: Room, event: string) {
  if (event === 'joined' || room.events.has(event)) return
  room.events.add(event)
  // The compiler cannot follow an event name through a set; `TopicHandlers` has checked the pair at the caller.
  room.subscription.on(event as never, (payload: unknown) => tell(room, event, payload))
}

function tell(room: Room, event: string, payload: unknown) {
  for (const handlers of [...room.listeners]) handlers()[event]?.(payload)
}
