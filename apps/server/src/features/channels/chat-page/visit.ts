import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.js'
import { UUID } from '../../account/accounts/named-account.js'
import { readSigned, sign } from '../../identity/sessions/tokens.js'

const YEAR_MS = 365 * 24 * 3_600_000
const DAY_MS = 24 * 3_600_000

/** The visitor of the page. They become a customer when they write. */
export interface Visit {
  account_id: string
  customer_id: string
  /** Whether the visitor's identity was proven. */
  proven: boolean
  expires: number
}

export const newVisit = (account_id: string): Visit => ({
  account_id,
  customer_id: crypto.randomUUID(),
  proven: false,
  expires: Date.now() + YEAR_MS,
})

/** For one day, so that signing out of the site soon ends it here, too. */
export const provenVisit = (account_id: string, customer_id: string): Visit => ({
  account_id,
  customer_id,
  proven: true,
  expires: Date.now() + DAY_MS,
})

const NAME = 'papercups_chat'

/** Hidden from scripts, not sent by forms of other sites, and signed against forgery. */
export function setVisitCookie(platform: Platform, reply: FastifyReply, visit: Visit) {
  const { account_id, customer_id, proven, expires } = visit
  const value = sign(platform.key('chat-page'), [account_id, customer_id, proven ? 1 : 0, expires].join(':'))
  const maxAge = Math.floor((expires - Date.now()) / 1_000)
  const secure = platform.config.base_url.startsWith('https:')
  return reply.setCookie(NAME, value, { path: `/chat/${account_id}`, maxAge, httpOnly: true, sameSite: 'lax', secure })
}

export function readVisit(platform: Platform, account_id: string, { cookies }: FastifyRequest): Visit | undefined {
  const signed = readSigned(platform.key('chat-page'), cookies[NAME] ?? '')
  const [account = '', customer_id = '', proven, expires] = signed?.split(':') ?? []
  if (account !== account_id.toLowerCase() || !UUID.test(customer_id) || !(Number(expires) > Date.now()))
    return undefined
  return { account_id: account, customer_id, proven: proven === '1', expires: Number(expires) }
}

/** A field of the form: it proves that the sender loaded our page with this cookie. */
export const formToken = (platform: Platform, { customer_id }: Visit) =>
  sign(platform.key('chat-page-form'), customer_id)

export const isFormOf = (platform: Platform, { customer_id }: Visit, token: string) =>
  readSigned(platform.key('chat-page-form'), token) === customer_id
