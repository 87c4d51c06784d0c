import { useEffect, useState } from 'preact/hooks'
import type { Chat } from './chat.js'
import type { ChatState } from './chat-state.js'

export function useChat(chat: Chat): ChatState {
  const [state, setState] = useState(chat.state)
  useEffect(() => {
    setState(chat.state)
    return chat.watch(() => setState(chat.state))
  }, [chat])
  return state
}

/** The current time, updated as often as relative times change. */
export function useNow(everyMs: number) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
