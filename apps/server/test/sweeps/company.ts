import { randomBytes, randomUUID } from 'node:crypto'
import { createKey } from '../../src/features/developers/api-keys/save-key.js'
import { databaseOf } from '../../src/platform/database/of.js'
import { reactionsDone } from '../mail.js'
import type { TestServer } from '../server.js'
import { Agent, newInviteToken, Visitor } from '../story.js'
import { addFunction } from './function-rows.js'
import { addConnectedMailbox, addForwardingAddresses, addMails } from './mail-rows.js'
import { addRecording } from './recording-rows.js'
import { addConnectedServices } from './service-rows.js'
import { addWebhook } from './webhook-rows.js'
import type { Label, Side, World } from './world.js'

type Mark = (label: Label) => string

/** A company with a row in every table that the sweeps take ids from, and spare rows for calls that delete one. */
export async function buildCompany(server: TestServer, company: 'acme' | 'globex', mark: Mark) {
  const { db } = databaseOf(server.platform)
  const open = `${company}:public` as const
  const team = `${company}:team` as const
  const email = () => `${mark(team)}@${company}.test`
  /** Spare rows are found by their age, and the database keeps milliseconds. */
  let last = 0
  const nextTime = () => new Date((last = Math.max(Date.now(), last + 1)))

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
  for (let spares = 0; spares < 2; spares += 1) await hire()

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
  const addTag = () => {
    const tag = { account_id, name: mark(team), creator_id: admin.id }
    return db.insertInto('tags').values(tag).returning('id').executeTakeFirstOrThrow()
  }
  const { id: tag_id } = await addTag()
  for (let spares = 0; spares < 2; spares += 1) await addTag()
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
  const addConversation = (customer_id: string) => {
    const conversation = { account_id, customer_id, subject: mark(team), created_at: nextTime() }
    return db.insertInto('conversations').values(conversation).returning('id').executeTakeFirstOrThrow()
  }
  for (const customer_id of [lost_id, kept_id]) await addConversation(customer_id)
  // A message to edit, a message and a note to delete, and a message with a mail, in a conversation that stays.
  const { id: conversation_id } = await addConversation(kept_id)
  const write = () => admin.data('POST', '/api/messages', { message: { conversation_id, body: mark(team) } })
  for (let messages = 0; messages < 2; messages += 1) await write()
  const { id: mailed_id } = await write()
  const kept = { account_id, customer_id: kept_id, conversation_id, message_id: mailed_id }
  await addMails(server, kept, () => mark(team))
  // Otherwise the messages above would be planned for the services, and their deliveries would be the oldest.
  await reactionsDone(server)
  await addConnectedServices(db, kept, () => mark(team))
  const note = { account_id, customer_id: kept_id, author_id: admin.id, body: mark(team) }
  await db.insertInto('notes').values(note).execute()
  const addIssue = () => {
    const issue = {
      account_id,
      title: mark(team),
      body: mark(team),
      creator_id: admin.id,
      created_at: nextTime(),
    }
    return db.insertInto('issues').values(issue).returning('id').executeTakeFirstOrThrow()
  }
  const { id: issue_id } = await addIssue()
  for (let spares = 0; spares < 2; spares += 1) await addIssue()
  const addFirm = () => {
    const firm = { account_id, name: mark(team), created_at: nextTime() }
    return db.insertInto('companies').values(firm).returning('id').executeTakeFirstOrThrow()
  }
  const { id: company_id } = await addFirm()
  for (let spares = 0; spares < 2; spares += 1) await addFirm()

  // With a real event: a retry without one would delete the row.
  const { id: event_id } = await db
    .selectFrom('events')
    .select('id')
    .where('account_id', '=', account_id)
    .limit(1)
    .executeTakeFirstOrThrow()
  const failed = { account_id, event_type: 'user:created', event_ids: [event_id], reaction: 'sweep', error: mark(team) }
  await db.insertInto('failed_reactions').values(failed).execute()
  for (let webhooks = 0; webhooks < 2; webhooks += 1) await addWebhook(db, account_id, () => mark(team))
  for (let functions = 0; functions < 3; functions += 1) await addFunction(db, account_id, () => mark(team))

  // A session to delete.
  await db.insertInto('browser_sessions').values({ account_id }).execute()
  await addForwardingAddresses(server, account_id)
  await addConnectedMailbox(server, account_id, () => mark(team))

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
    const asked = await say({ body: own(), customer_id, file_ids: [file.id] })
    const mailed = { account_id, customer_id, conversation_id, message_id: asked.id }
    await addMails(server, mailed, () => mark(team))
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
    await db.insertInto('ratings').values({ account_id, conversation_id, asked_at: new Date() }).execute()
    const send_at = new Date(Date.now() + 24 * 3_600_000)
    const later = { account_id, conversation_id, user_id: admin.id, body: mark(team), type: 'reply', send_at } as const
    await db.insertInto('scheduled_messages').values(later).execute()
    await addRecording(db, { account_id, customer_id, metadata: { os: own() } }, () => mark(team))
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

/** Sends a public message and a private note in every conversation of Acme. */
export async function sendInEveryConversation(world: World) {
  const { acme, sides } = world
  for (const { label, conversation_id } of [sides.carla, sides.dora]) {
    for (const message of [{ body: world.mark(label) }, { body: world.mark('acme:team'), private: true }]) {
      await acme.admin.data('POST', '/api/messages', { message: { conversation_id, ...message } })
    }
    const conversation = { priority: 'priority', metadata: { sweep: world.mark('acme:team') } }
    await acme.admin.data('PUT', `/api/conversations/${conversation_id}`, { conversation })
  }
  await reactionsDone(world.server)
}
