import type { Faq } from '@papercups/contract'
import { readJson, storage, type KeyValueStore } from '../../lib/storage.js'

const KEY = 'papercups.bot-demo.faqs'
/** The server's limit. */
export const MAX_FAQS = 30

export const EXAMPLES: Faq[] = [
  {
    q: 'How much does it cost? What is your pricing?',
    a: 'The first 2 users are free. After that it is $40/month for up to 10 users.',
  },
  {
    q: 'How do I install the chat widget on my website?',
    a: 'Copy the code from your widget settings and paste it at the end of your pages. There is a React component, too.',
  },
  {
    q: 'Is it open source? Can I host it myself?',
    a: 'Yes! All of it is open source, and it runs on your own server with a single command.',
  },
]

/** Validates stored questions, because another version may have written them. */
export function readFaqs(store: KeyValueStore = storage): Faq[] {
  const kept = readJson<unknown>(store, KEY)
  return Array.isArray(kept) ? kept.filter(isFaq).slice(0, MAX_FAQS) : EXAMPLES
}

export function keepFaqs(faqs: Faq[], store: KeyValueStore = storage) {
  store.setItem(KEY, JSON.stringify(faqs))
}

/** Undefined if one of the two is blank. */
export function toFaq({ q, a }: Faq): Faq | undefined {
  const faq = { q: q.trim(), a: a.trim() }
  return faq.q && faq.a ? faq : undefined
}

function isFaq(value: unknown): value is Faq {
  const { q, a } = (value ?? {}) as Partial<Faq>
  return typeof q === 'string' && typeof a === 'string' && toFaq({ q, a }) !== undefined
}
