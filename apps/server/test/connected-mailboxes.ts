import { expect, vi } from 'vitest'
import { databaseOf } from '../src/platform/database/of.js'
import type { ImapServer } from './imap-server.js'
import { incomingMails } from './mails/deliver.js'
import type { TestServer } from './server.js'
import { story, type Agent } from './story.js'

/** An inbox whose admin connected the mailbox `help@acme.test`. */
export async function connectMailbox(server: TestServer, imap: ImapServer, more: object = {}) {
  const { ada } = await story(server)
  const inbox = await ada.data('GET', '/api/inboxes/primary')
  const path = `/api/inboxes/${inbox.id}/connected_mailbox`
  const connected_mailbox = { email: 'help@acme.test', imap: imap.settings, ...more }
  await ada.data('PUT', path, { connected_mailbox })
  const mailbox = new ConnectedMailboxStory(server, ada, path, inbox.id)
  await mailbox.reaches({ state: 'connected', failure: null })
  return mailbox
}

class ConnectedMailboxStory {
  readonly #server: TestServer
  readonly ada: Agent
  readonly path: string
  readonly inbox_id: string

  constructor(server: TestServer, ada: Agent, path: string, inbox_id: string) {
    this.#server = server
    this.ada = ada
    this.path = path
    this.inbox_id = inbox_id
  }

  async reaches(state: object) {
    const check = async () => expect((await this.ada.data('GET', this.path)).imap_state).toMatchObject(state)
    await vi.waitFor(check, { timeout: 30_000, interval: 50 })
  }

  mails() {
    return incomingMails(this.#server, this.ada.account_id)
  }

  /** Waits until these are the texts of all messages from mails. */
  async has(...bodies: string[]) {
    const read = async () => {
      const messages = databaseOf(this.#server.platform).db.selectFrom('messages').select('body')
      const found = await messages.where('account_id', '=', this.ada.account_id).where('source', '=', 'email').execute()
      return found.map(({ body }) => body ?? '').sort()
    }
    await vi.waitFor(async () => expect(await read()).toEqual(bodies.sort()), { timeout: 30_000, interval: 50 })
  }

  async remembers(uid: number) {
    const { pool } = databaseOf(this.#server.platform)
    const read = () => pool.query('select last_uid from connected_mailboxes where inbox_id = $1', [this.inbox_id])
    await vi.waitFor(async () => expect((await read()).rows[0]?.last_uid).toBe(uid), { timeout: 30_000, interval: 50 })
  }
}
