import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { createCannedResponse } from '../../inbox/canned-responses/save-canned-response.js'
import { createCompany } from '../../people/companies/save-company.js'
import { addCustomer, createCustomer, updateCustomer } from '../../people/customers/save-customer.js'
import { startConversation } from '../../inbox/conversation-lists/start-conversation.js'
import { findAccount, updateAccount } from '../../account/accounts/unscoped.js'
import { createInbox } from '../../account/inboxes/create-inbox.js'
import { createIssue } from '../../people/issues/save-issue.js'
import { linkIssue } from '../../people/issues/link-issue.js'
import { deleteAccount } from '../../team/account-overview/delete-account.js'
import { createInvitation } from '../../team/invitations/invite.js'
import { createMessage } from '../../inbox/messages/create-message.js'
import { createNote } from '../../people/notes/save-note.js'
import { checkRegistration, type Registration } from '../../team/registration/check-registration.js'
import { register } from '../../team/registration/register.js'
import { emailIsTaken } from '../../team/registration/unscoped.js'
import { createTag } from '../../inbox/tags/save-tag.js'
import { tagCustomer } from '../../inbox/tags/tag-customer.js'
import { rebuildReports } from '../../reports/reporting/rebuild.js'
import { AGENTS, COMPANIES, CUSTOMERS, EXCHANGES, ISSUES, SAVED_REPLIES, TAGS } from './cast.js'
import { converseRecently, type Stage } from './converse-recently.js'
import { backdate, findRegistered, type Past } from './unscoped.js'

export const DAYS = 90
export const PASSWORD = 'papercups'

/** The company's name until everything is there. */
const UNFINISHED = 'Acme (not finished: run npm run seed again)'

const PAGES = ['/pricing', '/cart', '/docs/getting-started', '/account/billing', '/']

/** The same numbers every time, so that screenshots and tests can rely on them. */
function randomNumbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % below
  }
}

/**
 * Creates a company with a team, customers and 90 days of conversations. Returns undefined if it exists. What an interrupted call
 * left is deleted first.
 */
export async function seed(platform: Platform) {
  const [admin] = AGENTS
  if (await emailIsTaken(platform, admin.email)) {
    const { account } = await findRegistered(platform, admin.email)
    if ((await findAccount(platform, account.id))?.company_name !== UNFINISHED) return undefined
    await deleteAccount(platform, account)
  }
  const { account, users } = await foundCompany(platform)
  const stage = await prepare(account, users)
  const past = [...(await createOldConversations(stage)), ...(await converseRecently(stage))]
  await backdate(platform, account, past)
  // The copies for reports were made before everything moved back in time.
  await account.enqueue(rebuildReports, { moment: new Date().toISOString() })
  await updateAccount(platform, account.id, { company_name: 'Acme', updated_at: new Date() })
  return past.length
}

async function foundCompany(platform: Platform) {
  const [admin] = AGENTS
  const device = { user_agent: 'seed', ip: null }
  const passwords = { password: PASSWORD, password_confirmation: PASSWORD }
  const signUp = async (registration: Registration) =>
    register(platform, await checkRegistration(platform, { ...registration, ...passwords }), device)
  await signUp({ company_name: UNFINISHED, email: admin.email })
  const { account, user_id } = await findRegistered(platform, admin.email)
  const users = [user_id]
  for (const { email } of AGENTS.slice(1)) {
    const { id } = await createInvitation(platform, account, user_id, 1)
    await signUp({ invite_token: id, email })
    const user = await account.from('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    users.push(user.id)
  }
  for (const [n, { full_name, display_name }] of AGENTS.entries()) {
    await account.insert('user_profiles', { user_id: users[n] ?? 0, full_name, display_name }).execute()
  }
  return { account, users }
}

async function prepare(account: Account, users: number[]): Promise<Stage> {
  const [ada = 0, ben = 0] = users
  const company_ids: string[] = []
  for (const company of COMPANIES) company_ids.push((await createCompany(account, company, ada)).id)
  const tag_ids = new Map<string, string>()
  for (const tag of TAGS) tag_ids.set(tag.name, (await createTag(account, tag, ada)).id)
  for (const reply of SAVED_REPLIES) await createCannedResponse(account, reply)
  const sales = await createInbox(account, { name: 'Sales' }, ada)

  const customer_ids: string[] = []
  for (const [n, customer] of CUSTOMERS.entries()) {
    const id = await addVisitor(account, customer, PAGES[n % PAGES.length] ?? '/')
    const company_id = customer.company === null ? undefined : company_ids[customer.company]
    if (company_id) await updateCustomer(account, id, { company_id }, ada)
    customer_ids.push(id)
  }
  const [carla = '', jonas = '', , , femi = ''] = customer_ids
  await tagCustomer(account, carla, tag_ids.get('VIP') ?? '', ada)
  await createNote(
    account,
    { customer_id: carla, body: 'Runs the shop in Porto. Prefers deliveries before 9 am.' },
    ada,
  )
  await createNote(account, { customer_id: carla, body: 'Renews her contract in March.' }, ben)
  await createNote(account, { customer_id: femi, body: 'Invoices go to **accounting@northwind.example**.' }, ben)
  for (const [n, issue] of ISSUES.entries()) {
    const { id } = await createIssue(account, { ...issue, assignee_id: users[n % users.length] ?? null }, ada)
    await linkIssue(account, [jonas, femi, carla][n % 3] ?? jonas, id, ada)
  }
  // Imported, and never seen.
  await addCustomer(account, { name: 'Oskar Holm', email: 'oskar@client.example', company_id: company_ids[2] }, ada)
  return { account, users, customer_ids, sales_inbox_id: sales.id, tag_ids }
}

async function addVisitor(account: Account, customer: (typeof CUSTOMERS)[number], pathname: string) {
  const { name, email, time_zone, language } = customer
  const page = { host: 'shop.example', pathname, current_url: `https://shop.example${pathname}` }
  const browser = { browser: language === 'en' ? 'Chrome' : 'Firefox', os: 'Mac OS X', browser_language: language }
  const { id } = await createCustomer(account, { name, email, time_zone, ...page, ...browser }, null)
  return id
}

/** Older conversations, one to three a day. They are closed. */
async function createOldConversations({ account, users, customer_ids }: Stage): Promise<Past[]> {
  const roll = randomNumbers(42)
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T
  const past: Past[] = []
  for (let day = DAYS; day > 3; day -= 1) {
    for (let n = roll(3); n >= 0; n -= 1) {
      const who = roll(CUSTOMERS.length)
      const customer_id = customer_ids[who] ?? ''
      const [question, answer, thanks] = pick(EXCHANGES[CUSTOMERS[who]?.language ?? 'en'] ?? [])
      const { id: conversation_id } = await startConversation(account, { customer_id }, undefined, null)
      const user_id = pick(users)
      await createMessage(account, { customer_id }, { conversation_id, body: question })
      await createMessage(account, { user_id }, { conversation_id, body: answer })
      if (roll(4) === 0) {
        const note = { body: 'Checked with the warehouse.', type: 'note', private: true } as const
        await createMessage(account, { user_id }, { conversation_id, ...note })
      }
      if (roll(3) > 0) await createMessage(account, { customer_id }, { conversation_id, body: thanks })
      past.push({ conversation_id, customer_id, minutes_ago: day * 1_440 + roll(600) + 5 })
    }
  }
  return past
}
