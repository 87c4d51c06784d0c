import type { Conversation } from '@papercups/contract'
import { randomIp } from '../people.js'

const password = 'correct horse battery'
let teams = 0

/** The company behind the chat, without a browser, because these tests are about the visitor. */
export class Team {
  readonly #url: string
  readonly token: string
  readonly account_id: string

  private constructor(url: string, token: string, account_id: string) {
    this.#url = url
    this.token = token
    this.account_id = account_id
  }

  static async found(url: string) {
    const email = `ada-${process.pid}-${(teams += 1)}@embeds.test`
    const user = { company_name: 'Acme', email, password, password_confirmation: password }
    const { token } = await ask<{ token: string }>(`${url}/api/registration`, '', { user })
    const { account_id } = await ask<{ account_id: string }>(`${url}/api/me`, token)
    return new Team(url, token, account_id)
  }

  /** The conversations of the inbox, newest first. */
  conversations() {
    return ask<Conversation[]>(`${this.#url}/api/conversations`, this.token)
  }

  async replies(body: string, metadata?: object) {
    const [conversation] = await this.conversations()
    const message = { conversation_id: conversation?.id, body, metadata }
    await ask(`${this.#url}/api/messages`, this.token, { message })
  }

  get<T>(path: string) {
    return ask<T>(this.#url + path, this.token)
  }

  async setsUpRecording(settings: object) {
    await ask(`${this.#url}/api/account/recording_settings`, this.token, settings, 'PUT')
  }

  async setsUpWidget(widget_settings: object) {
    await ask(`${this.#url}/api/widget_settings`, this.token, { widget_settings }, 'PUT')
  }

  /** Changes how visitors see the admin. */
  async savesProfile(user_profile: object) {
    await ask(`${this.#url}/api/profile`, this.token, { user_profile }, 'PUT')
  }

  async closes(id: string | undefined) {
    await ask(`${this.#url}/api/conversations/${id}`, this.token, { conversation: { status: 'closed' } }, 'PUT')
  }
}

async function ask<T>(url: string, authorization: string, body?: object, method = body ? 'POST' : 'GET'): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: {
      authorization,
      'x-forwarded-for': randomIp(),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}
