interface Conversation {
  id: string
  messages: { user_id?: unknown; seen_at?: unknown }[]
}

/** Watches for replies without loading the chat, with one request and one plain socket. */
export function watchForReplies(
  base: string,
  who: { customer_id: string | null },
  ask: () => Promise<Conversation[] | undefined>,
  /** The visitor has a conversation here, so the id is right. */
  onKnown: () => void,
  onReply: () => void,
) {
  let socket: WebSocket | undefined
  let stopped: boolean | undefined

  const check = (known?: () => void) => {
    if (stopped) return
    void ask().then(([conversation] = []) => {
      if (conversation) known?.()
      listen(conversation)
    })
  }
  const listen = (conversation?: Conversation) => {
    if (conversation?.messages.some((message) => message.user_id && !message.seen_at)) onReply()
    if (stopped) return

    let beat: ReturnType<typeof setInterval> | undefined
    let pause = Math.random() * 1e4
    const line = (socket = new WebSocket((base + '/socket/websocket?vsn=2.0.0').replace('http', 'ws')))
    const topic = 'conversation:' + (conversation ? conversation.id : 'lobby:' + who.customer_id)
    line.onopen = () => {
      line.send(JSON.stringify(['1', '1', topic, 'phx_join', who]))
      beat = setInterval(() => line.send('[null,"2","phoenix","heartbeat",{}]'), 30_000)
    }
    line.onmessage = ({ data }) => {
      if (/"shout"|n:created"/.test(data)) pause = 0
      // On phx_error the server wants a new join. All widgets of an account get it at once, so they keep their pause.
      if (!pause || /phx_error/.test(data)) line.close()
    }
    // A reply may have arrived while the socket was closed.
    line.onclose = () => {
      clearInterval(beat)
      setTimeout(check, pause)
    }
  }

  check(onKnown)
  return () => {
    stopped = true
    socket?.close()
  }
}
