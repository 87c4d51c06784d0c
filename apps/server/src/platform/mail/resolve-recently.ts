import dns from 'node:dns'
import type { DNSResolver } from 'mailauth'

const KEPT_MS = 60_000
const MOST = 2_000

interface Asked {
  answer: ReturnType<DNSResolver>
  at: number
}

const asked = new Map<string, Asked>()

/** Asks the name server once a minute for each name: most mails of a minute come from a few domains. */
export const resolveRecently: DNSResolver = (name, type) => {
  const key = `${type} ${name.toLowerCase()}`
  const known = asked.get(key)
  if (known && Date.now() - known.at < KEPT_MS) return known.answer
  const answer = dns.promises.resolve(name, type) as ReturnType<DNSResolver>
  asked.delete(key)
  asked.set(key, { answer, at: Date.now() })
  const [oldest] = asked.keys()
  if (asked.size > MOST && oldest !== undefined) asked.delete(oldest)
  answer.catch((error: { code?: string }) => {
    // That there is no such name is an answer. A name server that is away is none.
    if (error.code !== 'ENOTFOUND' && error.code !== 'ENODATA' && asked.get(key)?.answer === answer) asked.delete(key)
  })
  return answer
}
