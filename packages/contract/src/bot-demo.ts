import { Type, type Static } from 'typebox'
import { Nullable } from './scalars.js'

const filled = (maxLength: number) => Type.String({ maxLength, pattern: '\\S' })

/** A question and its answer, as a visitor of the bot demo writes them. */
export const Faq = Type.Object({ q: filled(300), a: filled(1_000) })
export type Faq = Static<typeof Faq>

export const BotQuestion = Type.Object({ message: filled(500), faqs: Type.Array(Faq, { maxItems: 30 }) })
export type BotQuestion = Static<typeof BotQuestion>

/** Both are null if the bot has no answer. */
export const BotAnswer = Type.Object({ question: Nullable(Type.String()), answer: Nullable(Type.String()) })
export type BotAnswer = Static<typeof BotAnswer>
