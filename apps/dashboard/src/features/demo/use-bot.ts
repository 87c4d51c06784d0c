import type { Faq } from '@papercups/contract'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'

export interface BotMessage {
  id: number
  by: 'bot' | 'visitor'
  text: string
  /** The question to retry, if the request failed. */
  unanswered?: string
}

const GREETING: BotMessage = { id: 0, by: 'bot', text: 'Hi! Ask me anything that you have taught me.' }
const UNKNOWN = 'Sorry, I don’t know the answer to that. You can teach me by adding the question.'

/** A conversation with the bot. It is not stored. */
export function useBot(faqs: Faq[]) {
  const [messages, setMessages] = useState([GREETING])
  const [thinking, setThinking] = useState(false)
  const say = (message: Omit<BotMessage, 'id'>) =>
    setMessages((messages) => [...messages, { ...message, id: messages.length }])

  async function answer(message: string) {
    setThinking(true)
    try {
      const body = { message, faqs }
      const { answer } = await api.post('/bot_demo/answers', { body, anonymous: true })
      say({ by: 'bot', text: answer ?? UNKNOWN })
    } catch (error) {
      say({ by: 'bot', text: `The bot cannot answer right now. ${describeError(error)}`, unanswered: message })
    } finally {
      setThinking(false)
    }
  }

  return {
    messages,
    thinking,
    ask(message: string) {
      say({ by: 'visitor', text: message })
      void answer(message)
    },
    retry({ id, unanswered = '' }: BotMessage) {
      setMessages((messages) =>
        messages.map((message) => (message.id === id ? { id, by: message.by, text: message.text } : message)),
      )
      void answer(unanswered)
    },
  }
}
