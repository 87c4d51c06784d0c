import { randomBytes, randomUUID } from 'node:crypto'
import { createKey } from '../../src/features/developers/api-keys/save-key.js'
import { startSession } from '../../src/features/identity/sessions/start-session.js'
import { databaseOf } from '../../src/platform/database/of.js'
import { reactionsDone } from '../mail.js'
import { startTestServer, type TestServer } from '../server.js'
import { Agent } from '../story.js'
import { buildCompany } from './company.js'
import type { IdColumn } from './id-columns.js'
import { createReader, ownedTables, readAccount, type Row, type Rows } from './snapshot.js'

export const PASSWORD = 'correct horse battery'

/** Whose knowledge a text is: one customer's, a team's, or anybody's who knows the company. */
export type Label = 'carla' | 'dora' | 'gus' | `${'acme' | 'globex'}:${'team' | 'public'}`

export const GLOBEX: Label[] = ['gus', 'globex:team', 'globex:public']

/** A customer and their company. The sweep takes ids from here. */
export interface Side {
  label: Label
  company: 'acme' | 'globex'
  account_id: string
  customer_id: string
  conversation_id: string
}

export type World = Awaited<ReturnType<typeof buildWorld>>

/** No outside service answers it. */
export const startSweepServer = () =>
  startTestServer({
    env: {
      MAIL_IN_DOMAIN: 'chat.sweep.test',
      DISCORD_URL: 'http://127.0.0.1:9',
      TWILIO_URL: 'http://127.0.0.1:9',
      GITHUB_API_URL: 'http://127.0.0.1:9',
    },
  })

/** Two companies whose every word is marked, so that a leak is a substring. */
export async function buildWorld(server: TestServer) {
  const { pool, db } = databaseOf(server.platform)
  const tables = await ownedTables(pool)
  const terms = new Map<string, Label>()
  const mark = (label: Label) => {
    const text = `zz${randomBytes(8).toString('hex')}`
    terms.set(text, label)
    return text
  }

  // The first company of an install is shown on its demo page, so these two must not be it.
  await new Agent(server.url).register({ company_name: 'First', email: `${randomUUID()}@first.test` })
  const acme = await buildCompany(server, 'acme', mark)
  const globex = await buildCompany(server, 'globex', mark)
  const sides = {
    carla: await acme.addCustomer('carla'),
    dora: await acme.addCustomer('dora'),
    gus: await globex.addCustomer('gus'),
  }
  const mails = new Map<string, string | undefined>()
  for (const [company, { id: account_id }] of Object.entries({ acme, globex })) {
    const text = mark(`${company as 'acme' | 'globex'}:team`)
    await server.platform.mail.sendMail({ account_id, to: 'sweep@sweep.test', subject: 'Sweep', text })
    mails.set(account_id, (await server.platform.mail.mailbox?.list(account_id))?.[0]?.id)
  }

  await reactionsDone(server)
  const rows = new Map<string, Rows>()
  const opens = new Map<string, Label>()
  for (const { id } of [acme, globex]) rows.set(id, await readAccount(pool, tables, id))
  for (const [account_id, owned] of rows) {
    const company = account_id === acme.id ? 'acme' : 'globex'
    for (const [table, list] of owned) {
      for (const row of list) {
        const label = labelOf(company, Object.values(sides), table, row)
        for (const id of idsIn(row)) terms.set(id, label)
        for (const id of [...idsIn(row), row.external_id, row.client_message_id])
          if (typeof id === 'string') opens.set(id, label)
      }
    }
  }

  const readers = new Map<string, () => Promise<Rows>>()
  const keys = new Map<number, Promise<string>>()
  const newVisitor = async (account_id: string) => {
    const visitor = db.insertInto('customers').values({ account_id })
    return (await visitor.returning('id').executeTakeFirstOrThrow()).id
  }

  return {
    server,
    pool,
    tables,
    tableNames: new Set([...tables, 'mailbox']),
    /** Marked texts and ids, with their owner. */
    terms,
    /** The owner of an id that a public route accepts. */
    opens,
    mark,
    acme,
    globex,
    sides,
    /** An id of this side: of its own row, or else of another row of the company. */
    idOf(side: Side, { table, column, spare }: IdColumn): unknown {
      if (table === 'mailbox') return mails.get(side.account_id)
      const list = rows.get(side.account_id)?.get(table) ?? []
      const usable = list.filter((row) => row[column] != null).toSorted(byAge)
      const nobodys = (row: Row) => !Object.values(sides).some((side) => isOf(side, row))
      const own =
        spare !== undefined ? usable.filter(nobodys)[spare] : (usable.find((row) => isOf(side, row)) ?? usable[0])
      if (own) return own[column]
      throw new Error(`${side.company} has no row in ${table}: add one in test/sweeps/company.ts.`)
    },
    /** A new session, because some calls end the session they use. */
    signIn: async (agent: Agent) => {
      const account = server.platform.account(agent.account_id)
      return (await startSession(server.platform, account, agent.id, { user_agent: null, ip: null })).token
    },
    /** A token of a new admin, or their API key. They have used up no limit and can end no other session. */
    newcomer: async (account_id: string, { key = false } = {}) => {
      const row = { account_id, email: `newcomer-${randomUUID()}@sweep.test`, role: 'admin' } as const
      const { id } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
      if (key) return newKey(server, account_id, id)
      const account = server.platform.account(account_id)
      return (await startSession(server.platform, account, id, { user_agent: null, ip: null })).token
    },
    /** The API key of an admin. No call ends it. */
    keyOf: (agent: Agent) => {
      const known = keys.get(agent.id) ?? newKey(server, agent.account_id, agent.id)
      keys.set(agent.id, known)
      return known
    },
    newRecordedVisitor: async (account_id: string) => {
      const customer_id = await newVisitor(account_id)
      const session = db.insertInto('browser_sessions').values({ account_id, customer_id })
      const { id: browser_session_id } = await session.returning('id').executeTakeFirstOrThrow()
      return { customer_id, browser_session_id }
    },
    /** A new visitor with a conversation. */
    newVisit: async (account_id: string) => {
      const customer_id = await newVisitor(account_id)
      const conversation = db.insertInto('conversations').values({ account_id, customer_id })
      const { id } = await conversation.returning('id').executeTakeFirstOrThrow()
      return { customer_id, conversation_id: id }
    },
    /** Waits for the reactions to earlier calls: the rows that they add later would look like changes of the next call. */
    rowsOf: async (account_id: string) => {
      await reactionsDone(server)
      const read = readers.get(account_id) ?? createReader(pool, tables, account_id)
      readers.set(account_id, read)
      return read()
    },
  }
}

async function newKey({ platform }: TestServer, account_id: string, user_id: number) {
  const { value } = await createKey(platform, platform.account(account_id), user_id, { label: 'Sweep' })
  return `Bearer ${value}`
}

const isOf = (side: Side, row: Row) =>
  row.id === side.customer_id ||
  row.customer_id === side.customer_id ||
  row.id === side.conversation_id ||
  (row.conversation_id === side.conversation_id && row.private !== true)

const OPEN_TO_ALL = new Set(['accounts', 'widget_settings', 'inboxes'])
const SHOWN_TO_CUSTOMERS = new Set(['customers', 'conversations', 'messages', 'files', 'ratings', 'browser_sessions'])

function labelOf(company: 'acme' | 'globex', sides: Side[], table: string, row: Row): Label {
  if (OPEN_TO_ALL.has(table)) return `${company}:public`
  const side = SHOWN_TO_CUSTOMERS.has(table) ? sides.find((side) => isOf(side, row)) : undefined
  return side?.label ?? `${company}:team`
}

/** Ids that identify a leak. Numbers do not, they occur everywhere; nor do ids that a client chooses. */
function idsIn(row: Row): string[] {
  const ids = [row.id, row.unique_filename]
  return ids.filter((id): id is string => typeof id === 'string')
}

const byAge = (a: Row, b: Row) => timeOf(a) - timeOf(b)
const timeOf = ({ created_at }: Row) => (created_at ? Date.parse(String(created_at)) : 0)
