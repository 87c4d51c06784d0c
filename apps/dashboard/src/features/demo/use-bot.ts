import type { Faq } from '@papercups/contract'
import { useState } from 'react'
import { api } from '../../lib/api.js'
import { describeError } from '../../lib/api-error.js'

export interface Line {
  id: number
  by: 'bot' | 'visitor'
  text: string
  /** The question that got no answer, for another attempt. */
  unanswered?: string
}

const GREETING: Line = { id: 0, by: 'bot', text: 'Hi! Ask me anything that you have taught me.' }
const UNKNOWN = 'Sorry, I don’t know the answer to that. You can teach me by adding the question.'

/** A conversation with the bot. It is kept nowhere. */
export function useBot(faqs: Faq[]) {
  const [lines, setLines] = useState([GREETING])
  const [thinking, setThinking] = useState(false)
  const say = (line: Omit<Line, 'id'>) => setLines((lines) => [...lines, { ...line, id: lines.length }])

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
    lines,
    thinking,
    ask(message: string) {
      say({ by: 'visitor', text: message })
      void answer(message)
    },
    retry({ id, unanswered = '' }: Line) {
      setLines((lines) => lines.map((line) => (line.id === id ? { id, by: line.by, text: line.text } : line)))
      void answer(unanswered)
    },
  }
}
