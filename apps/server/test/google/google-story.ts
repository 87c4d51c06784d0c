import { expect, onTestFinished } from 'vitest'
import { Client } from '../client.js'
import { reactionsDone } from '../mail.js'
import { startTestServer, type TestServer } from '../server.js'
import { story, type Agent } from '../story.js'
import { startGoogle, type GoogleStandIn } from './stand-in.js'

export const soon = { timeout: 30_000, interval: 50 }

export const GOOGLE_ENV = { GOOGLE_CLIENT_ID: 'client-1', GOOGLE_CLIENT_SECRET: 'secret-1' }

/** One Google and one server for a test file: each story has a mailbox of its own. */
export async function startGoogleServer(env: Record<string, string> = {}) {
  const google = await startGoogle()
  const server = await startTestServer({ env: { ...GOOGLE_ENV, GOOGLE_URL: google.url, ...env } })
  return { google, server }
}

export interface Connecting {
  client?: 'gmail' | 'sheets'
  type?: string
  inbox_id?: string
}

/** Goes to Google's page, as the dashboard does. Returns the state. */
export async function startConnecting(
  google: GoogleStandIn,
  agent: Agent,
  { client = 'gmail', ...more }: Connecting = {},
) {
  const query = new URLSearchParams({ client, ...more })
  const { url } = await agent.data('GET', `/api/google/auth?${query.toString()}`)
  google.noteStart(url)
  return new URL(url).searchParams.get('state') ?? ''
}

export const oauthPath = (state: string, code: string) =>
  `/api/google/oauth?code=${encodeURIComponent(code)}&state=${encodeURIComponent(state)}`

/** Goes through Google's page and back. */
export async function connectGoogle(google: GoogleStandIn, agent: Agent, code: string, given: Connecting = {}) {
  return agent.get(oauthPath(await startConnecting(google, agent, given), code))
}

/** A company whose primary inbox has a Gmail mailbox of its own. */
export async function gmailStory({ google, server }: { google: GoogleStandIn; server: TestServer }) {
  const cast = await story(server)
  const email = `help-${cast.ada.account_id.slice(0, 8)}@acme.test`
  expect((await connectGoogle(google, cast.ada, email)).status).toBe(200)
  onTestFinished(() => {
    google.setDown()
    google.setWait()
    google.setLifetime()
  })
  const { id } = await cast.ada.data('GET', '/api/google/authorization?client=gmail')
  return {
    ...cast,
    google,
    server,
    email,
    id,
    stranger: new Client(server.url),
    /** Connects the inbox again, with this mailbox. */
    reconnect: async (mailbox: string) => expect((await connectGoogle(google, cast.ada, mailbox)).status).toBe(200),
  }
}

/** A company that connected Google Sheets, and has a new spreadsheet. */
export async function sheetsStory({ google, server }: { google: GoogleStandIn; server: TestServer }) {
  const cast = await story(server)
  const { ada } = cast
  const email = `sheets-${ada.account_id.slice(0, 8)}@acme.test`
  const connect = async (as = email) =>
    expect((await connectGoogle(google, ada, as, { client: 'sheets' })).status).toBe(200)
  await connect()
  // Otherwise Carla may be new to it.
  await reactionsDone(server)
  const { spreadsheet } = await ada.data('PUT', '/api/google/sheets/spreadsheet', {})
  onTestFinished(() => google.setDown())
  return {
    ...cast,
    ...{ google, server, email, connect },
    spreadsheet_id: String(spreadsheet.id),
    rows: (tab = 'Customers') => google.spreadsheets.rowsOf(spreadsheet.id, tab),
    /** The settings and counts of a kind of record. */
    async exportOf(record: 'customers' | 'conversations') {
      const { exports } = await ada.data('GET', '/api/google/sheets')
      return exports.find((one: { record: string }) => one.record === record)
    },
    addCustomer: (name: string, more = {}) => ada.data('POST', '/api/customers', { customer: { name, ...more } }),
  }
}
