import type { Account } from '../../platform/account.js'
import type { Platform } from '../../platform/platform.js'
import { createCustomer } from '../customers/save-customer.js'
import { startConversation } from '../inbox/start-conversation.js'
import { createMessage } from '../messages/create-message.js'
import { register } from '../registration/register.js'
import { emailIsTaken } from '../registration/unscoped.js'
import { backdate, findRegistered, type Past } from './unscoped.js'

export const DAYS = 90
export const PASSWORD = 'papercups'
export const AGENTS = [
  { email: 'ada@acme.example', full_name: 'Ada Morel', display_name: 'Ada' },
  { email: 'ben@acme.example', full_name: 'Ben Okafor', display_name: 'Ben' },
  { email: 'chloe@acme.example', full_name: 'Chloe Tanaka', display_name: 'Chloe' },
] as const
const NAMES = [
  'Carla Nunes',
  'Dmitri Volkov',
  'Elena Rossi',
  'Femi Adeyemi',
  'Greta Lindqvist',
  'Hiro Sato',
  'Ines Faro',
  'Jonas Weber',
]
const PAGES = ['/pricing', '/cart', '/docs/getting-started', '/account/billing', '/']
const QUESTIONS = [
  'Where is my parcel?',
  'Can I change the delivery address after ordering?',
  'The invoice shows the wrong company name.',
  'Is there a discount for schools?',
  'How do I reset my password?',
  'The export button does nothing in Firefox.',
]
const ANSWERS = [
  'Let me check that for you.',
  'Good question! Yes, you can.',
  'Thanks for telling us, I have corrected it.',
  'One moment please.',
]
const THANKS = ['Perfect, thank you!', 'That works now.', 'Great, thanks a lot.']

/** The same data every time: a picture or a test may rely on it. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state % below
  }
}

/** A company with a team, customers and what they said to each other in the last 90 days. */
export async function seed(platform: Platform) {
  const [admin] = AGENTS
  if (await emailIsTaken(platform, admin.email)) return undefined
  const device = { user_agent: 'seed', ip: null }
  const passwords = { password: PASSWORD, password_confirmation: PASSWORD }
  await register(platform, { company_name: 'Acme', email: admin.email, ...passwords }, device)
  const { account, user_id } = await findRegistered(platform, admin.email)
  const users = [user_id]
  for (const { email } of AGENTS.slice(1)) {
    const invitation = { expires_at: new Date(Date.now() + 3_600_000) }
    const { id } = await account.insert('user_invitations', invitation).returning('id').executeTakeFirstOrThrow()
    await register(platform, { invite_token: id, email, ...passwords }, device)
    const user = await account.from('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    users.push(user.id)
  }
  for (const [n, { full_name, display_name }] of AGENTS.entries()) {
    await account.insert('user_profiles', { user_id: users[n] ?? 0, full_name, display_name }).execute()
  }
  const conversations = await converse(account, users)
  await backdate(platform, account, conversations)
  return conversations.length
}

async function converse(account: Account, users: number[]): Promise<Past[]> {
  const roll = dice(42)
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T
  const past: Past[] = []
  for (let day = DAYS; day >= 0; day -= 1) {
    for (let n = roll(4); n >= 0; n -= 1) {
      const name = pick(NAMES)
      const pathname = pick(PAGES)
      const customer = await createCustomer(
        account,
        {
          name: roll(5) === 0 ? null : name,
          email: roll(5) === 0 ? null : `${name.toLowerCase().replace(' ', '.')}@client.example`,
          browser: pick(['Firefox', 'Chrome', 'Safari']),
          os: pick(['Linux', 'Windows', 'Mac OS X', 'iOS']),
          host: 'shop.example',
          pathname,
          current_url: `https://shop.example${pathname}`,
          time_zone: pick(['Europe/Lisbon', 'Europe/Berlin', 'America/New_York']),
        },
        null,
      )
      const { id: conversation_id } = await startConversation(account, { customer_id: customer.id }, undefined, null)
      const speak = (author: { user_id: number } | { customer_id: string }, body: string, more = {}) =>
        createMessage(account, author, { conversation_id, body, ...more })
      await speak({ customer_id: customer.id }, pick(QUESTIONS))
      const user_id = pick(users)
      if (day > 0 || roll(2) === 0) {
        await speak({ user_id }, pick(ANSWERS))
        if (roll(4) === 0) await speak({ user_id }, 'Checked with the warehouse.', { type: 'note', private: true })
        if (roll(3) > 0) await speak({ customer_id: customer.id }, pick(THANKS))
      }
      past.push({ conversation_id, customer_id: customer.id, minutes_ago: day * 1_440 + roll(600) + 5 })
    }
  }
  return past
}
