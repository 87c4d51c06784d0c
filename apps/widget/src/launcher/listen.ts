export interface Conversation {
  id: string
  messages: { user_id?: unknown; seen_at?: unknown }[]
}

/** Listens for a reply on a plain socket, which then closes. Calls back when it is time to ask the server again. */
export function listen(base: string, topic: string, who: object, onEnd: () => void) {
  let beat: ReturnType<typeof setInterval> | undefined
  let pause = Math.random() * 1e4
  const line = new WebSocket((base + '/socket/websocket?vsn=2.0.0').replace('http', 'ws'))
  line.onopen = () => {
    line.send(JSON.stringify(['1', '1', 'conversation:' + topic, 'phx_join', who]))
    beat = setInterval(() => line.send('[null,"2","phoenix","heartbeat",{}]'), 30_000)
  }
  line.onmessage = ({ data }) => {
    if (/"shout"|created"/.test(data)) pause = 0
    // The join is refused.
    if (/"error"/.test(data)) pause *= 6
    // On phx_error the server wants a new join. All widgets of an account get it at once, so they keep their pause.
    if (!pause || /error"/.test(data)) line.close()
  }
  // A reply may have arrived while the socket was closed.
  line.onclose = () => {
    clearInterval(beat)
    setTimeout(onEnd, pause)
  }
  return line
}
