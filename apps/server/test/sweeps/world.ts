import { randomBytes, randomUUID } from 'node:crypto'
import { createKey } from '../../src/features/developers/api-keys/save-key.js'
import { startSession } from '../../src/features/identity/sessions/start-session.js'
import { databaseOf } from '../../src/platform/database/of.js'
import type { TestServer } from '../server.js'
import { Agent, newInviteToken, Visitor } from '../story.js'
import type { IdColumn } from './id-columns.js'
import { ownedTables, readAccount, type Row, type Rows } from './snapshot.js'
import { addWebhook } from './webhook-rows.js'

export const PASSWORD = 'correct horse battery'

/** Whose knowledge a text is: one customer's, a team's, or anybody's who knows the company. */
export type Label = 'carla' | 'dora' | 'gus' | `${'acme' | 'globex'}:${'team' | 'public'}`

/** A customer and their company. The sweep takes ids from here. */
export interface Side {
  label: Label
  company: 'acme' | 'globex'
  account_id: string
  customer_id: string
  conversation_id: string
}

export type World = Awaited<ReturnType<typeof buildWorld>>

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
      const usable = list.filter((row) => row[column] != null)
      const nobodys = (row: Row) => !Object.values(sides).some((side) => isOf(side, row))
      const own =
        spare !== undefined ? usable.filter(nobodys)[spare] : (usable.find((row) => isOf(side, row)) ?? usable[0])
      if (own) return own[column]
      throw new Error(`${side.company} has no row in ${table}: add one in test/sweeps/world.ts.`)
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
    newVisitor,
    /** A new visitor with a conversation. */
    newVisit: async (account_id: string) => {
      const customer_id = await newVisitor(account_id)
      const conversation = db.insertInto('conversations').values({ account_id, customer_id })
      const { id } = await conversation.returning('id').executeTakeFirstOrThrow()
      return { customer_id, conversation_id: id }
    },
    rowsOf: (account_id: string) => readAccount(pool, tables, account_id),
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
const SHOWN_TO_CUSTOMERS = new Set(['customers', 'conversations', 'messages', 'files'])

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

type Mark = (label: Label) => string

async function buildCompany(server: TestServer, company: 'acme' | 'globex', mark: Mark) {
  const { db } = databaseOf(server.platform)
  const open = `${company}:public` as const
  const team = `${company}:team` as const
  const email = () => `${mark(team)}@${company}.test`

  const admin = new Agent(server.url)
  await admin.register({ company_name: `Sweep ${mark(open)}`, email: email() })
  const account_id = admin.account_id
  const hire = async () => {
    const invite_token = await newInviteToken(server, account_id)
    return new Agent(server.url).register({ invite_token, email: email() })
  }
  const member = await hire()
  const disabled = await hire()
  await db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', disabled.id).execute()

  const profile = { account_id, user_id: admin.id, display_name: mark(open), full_name: mark(open) }
  await db.insertInto('user_profiles').values(profile).execute()
  await db
    .insertInto('inboxes')
    .values({ account_id, name: mark(team) })
    .execute()
  await admin.data('GET', `/api/widget_settings?account_id=${account_id}`)
  await db
    .updateTable('widget_settings')
    .set({ title: mark(open) })
    .where('account_id', '=', account_id)
    .execute()
  const tag = { account_id, name: mark(team), creator_id: admin.id }
  const { id: tag_id } = await db.insertInto('tags').values(tag).returning('id').executeTakeFirstOrThrow()
  const condition = { field: 'tag', operator: 'is', tag_id }
  const segment = { account_id, name: mark(team), creator_id: admin.id }
  await db
    .insertInto('segments')
    .values({ ...segment, filter: { match: 'all', conditions: [condition] } })
    .execute()
  const savedReply = { account_id, name: mark(team), content: mark(team) }
  await db.insertInto('canned_responses').values(savedReply).execute()
  await createKey(server.platform, server.platform.account(account_id), admin.id, { label: mark(team) })
  const file = {
    filename: `${mark(team)}.csv`,
    file_key: `${'0'.repeat(32)}-sweep.csv`,
    size: 0,
    encoding: 'utf8',
    delimiter: ',',
  } as const
  await db
    .insertInto('customer_imports')
    .values({ ...file, account_id, user_id: admin.id })
    .execute()
  // Customers to delete, one with a conversation, and two that are merged already.
  const lose = async () => {
    const lost = { account_id, name: mark(team) }
    return (await db.insertInto('customers').values(lost).returning('id').executeTakeFirstOrThrow()).id
  }
  const lost_id = await lose()
  for (let more = 0; more < 3; more += 1) await lose()
  const [kept_id, merged_id] = [await lose(), await lose()]
  await admin.data('POST', `/api/customers/${kept_id}/merge`, { customer_id: merged_id })
  for (const customer_id of [lost_id, kept_id]) {
    const lostToo = { account_id, customer_id, subject: mark(team) }
    await db.insertInto('conversations').values(lostToo).execute()
  }
  const firm = { account_id, name: mark(team) }
  const issue = { account_id, title: mark(team), body: mark(team), creator_id: admin.id }
  const { id: issue_id } = await db.insertInto('issues').values(issue).returning('id').executeTakeFirstOrThrow()
  const { id: company_id } = await db.insertInto('companies').values(firm).returning('id').executeTakeFirstOrThrow()

  // With a real event: a retry without one would delete the row.
  const { id: event_id } = await db
    .selectFrom('events')
    .select('id')
    .where('account_id', '=', account_id)
    .limit(1)
    .executeTakeFirstOrThrow()
  const failed = { account_id, event_type: 'user:created', event_ids: [event_id], reaction: 'sweep', error: mark(team) }
  await db.insertInto('failed_reactions').values(failed).execute()
  await addWebhook(db, account_id, () => mark(team))

  /** Adds a customer with a conversation, messages of both sides, a file and notes of the team. */
  async function addCustomer(label: 'carla' | 'dora' | 'gus'): Promise<Side> {
    const own = () => mark(label)
    const visitor = await new Visitor(server.url).arrives(account_id, {
      name: own(),
      email: `${own()}@example.com`,
      phone: own(),
      external_id: randomUUID(),
      metadata: { plan: own() },
    })
    const { customer_id } = visitor
    const conversation = { account_id, customer_id, subject: own(), metadata: { cart: own() } }
    const { id: conversation_id } = await visitor.data('POST', '/api/conversations', { conversation })
    const file = await uploadFor(server, { account_id, customer_id, filename: `${own()}.txt`, words: own() })
    const say = (message: object) =>
      admin.data('POST', '/api/messages', {
        message: { conversation_id, client_message_id: randomUUID(), metadata: { sweep: own() }, ...message },
      })
    await say({ body: own(), customer_id, file_ids: [file.id] })
    await say({ body: own() })
    const { id: message_id } = await say({
      body: mark(team),
      metadata: { sweep: mark(team) },
      private: true,
      type: 'note',
    })

    await db.updateTable('customers').set({ company_id }).where('id', '=', customer_id).execute()
    await db.insertInto('conversation_tags').values({ account_id, conversation_id, tag_id }).execute()
    await db.insertInto('customer_tags').values({ account_id, customer_id, tag_id }).execute()
    await db.insertInto('customer_issues').values({ account_id, customer_id, issue_id }).execute()
    await db
      .insertInto('notes')
      .values({ account_id, customer_id, author_id: admin.id, body: mark(team) })
      .execute()
    await db.insertInto('mentions').values({ account_id, conversation_id, message_id, user_id: member.id }).execute()
    const send_at = new Date(Date.now() + 24 * 3_600_000)
    const later = { account_id, conversation_id, user_id: admin.id, body: mark(team), type: 'reply', send_at } as const
    await db.insertInto('scheduled_messages').values(later).execute()
    const link = { account_id, conversation_id, token_hash: randomBytes(32), expires_at: send_at }
    await db.insertInto('conversation_shares').values(link).execute()
    return { label, company, account_id, customer_id, conversation_id }
  }

  return { id: account_id, admin, member, disabled, addCustomer }
}

interface Upload {
  account_id: string
  customer_id: string
  filename: string
  words: string
}

async function uploadFor({ url }: TestServer, { account_id, customer_id, filename, words }: Upload) {
  const form = new FormData()
  form.set('account_id', account_id)
  form.set('customer_id', customer_id)
  form.set('file', new Blob([words], { type: 'text/plain' }), filename)
  const response = await fetch(`${url}/api/upload`, { method: 'POST', body: form })
  const { data } = (await response.json()) as { data: { id: string } }
  return data
}
