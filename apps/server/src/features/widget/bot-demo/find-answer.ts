import type { Faq } from '@papercups/contract'
import { isTypoOf, wordsOf, type Word } from './words.js'

/** The least score of an answer. Below it the bot says that it does not know. */
const SURE = 0.45
/** A word of the answer counts less than a word of the question. */
const IN_ANSWER = 0.65
const WITH_TYPO = 0.8

/** How similar two stems are: first the asked word, then the question's. */
type Likeness = Map<string, Map<string, number>>

/** The pair whose question is most similar to the message, or undefined if none is similar. */
export function findAnswer(message: string, faqs: Faq[]): Faq | undefined {
  const asked = wordsOf(message)
  if (asked.length === 0) return undefined
  const questions = faqs.map((faq) => ({ faq, question: wordsOf(faq.q) }))
  const likeness = compare(
    asked,
    questions.flatMap(({ question }) => question),
  )
  const weigh = weights(questions.map(({ question }) => question))

  let best: { faq: Faq; score: number } | undefined
  for (const { faq, question } of questions) {
    const answer = new Set(wordsOf(faq.a).map(({ stem }) => stem))
    const inAnswer = ({ stem }: Word) => (answer.has(stem) ? IN_ANSWER : 0)
    const inQuestion = (word: Word) => Math.max(...question.map(({ stem }) => likeness.get(word.stem)?.get(stem) ?? 0))
    const wasAsked = ({ stem }: Word) => Math.max(...asked.map((word) => likeness.get(word.stem)?.get(stem) ?? 0))

    // Mostly how much of the message the pair covers, and a little how much of its question was asked.
    const covered = share(asked, (word) => Math.max(inQuestion(word), inAnswer(word)), weigh)
    const score = 0.75 * covered + 0.25 * share(question, wasAsked, weigh)
    if (score >= SURE && score > (best?.score ?? 0)) best = { faq, score }
  }
  return best?.faq
}

/** Compares each pair of words once, however many questions contain a word. */
function compare(asked: Word[], questions: Word[]): Likeness {
  const distinct = [...new Map(questions.map((word) => [word.text, word])).values()]
  return new Map(
    asked.map((word) => {
      const alike = new Map<string, number>()
      for (const other of distinct) {
        if (other.stem === word.stem) alike.set(other.stem, 1)
        else if (isTypoOf(word.text, other.text) || isTypoOf(word.stem, other.stem)) {
          if (!alike.has(other.stem)) alike.set(other.stem, WITH_TYPO)
        }
      }
      return [word.stem, alike]
    }),
  )
}

function share(words: Word[], found: (word: Word) => number, weigh: (word: Word) => number): number {
  let [sum, whole] = [0, 0]
  for (const word of words) {
    sum += weigh(word) * found(word)
    whole += weigh(word)
  }
  return whole && sum / whole
}

/** A word that every question has tells them apart the least. */
function weights(questions: Word[][]) {
  const counts = new Map<string, number>()
  for (const question of questions) {
    for (const stem of new Set(question.map((word) => word.stem))) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  }
  return ({ stem }: Word) => Math.log(1 + questions.length / (counts.get(stem) ?? 1))
}
