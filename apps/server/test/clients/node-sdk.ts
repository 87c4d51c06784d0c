import { pairsOf } from '../sweeps/request.js'

type Json = ReturnType<typeof JSON.parse>

/**
 * A client with the methods of the original Node SDK, which is no longer published. It sends an API key as a bearer token, and
 * reads `body.data` of a GET, POST or PUT and the whole body of a DELETE.
 */
export class NodeSdk {
  readonly #key: string
  readonly #host: string

  constructor(key: string, { host }: { host: string }) {
    this.#key = key
    this.#host = host
  }

  me = () => this.#get('/me')
  messages = this.#resource('messages', 'message')
  conversations = this.#resource('conversations', 'conversation')
  customers = this.#resource('customers', 'customer')
  companies = this.#resource('companies', 'company')
  tags = this.#resource('tags', 'tag')
  issues = this.#resource('issues', 'issue')
  notes = this.#resource('notes', 'note')
  users = { list: (query = {}) => this.#get('/users', query), retrieve: (id: number) => this.#get(`/users/${id}`) }
  profile = this.#own('profile', 'user_profile')
  user_settings = this.#own('user_settings', 'user_settings')

  #resource(path: string, name: string) {
    return {
      list: (query = {}) => this.#get(`/${path}`, query),
      create: (fields: object) => this.#send('POST', `/${path}`, { [name]: fields }),
      retrieve: (id: string) => this.#get(`/${path}/${id}`),
      update: (id: string, fields: object) => this.#send('PUT', `/${path}/${id}`, { [name]: fields }),
      delete: (id: string) => this.#call('DELETE', `/${path}/${id}`),
    }
  }

  /** The original demands an id behind these paths and ignores it. */
  #own(path: string, name: string) {
    return {
      retrieve: (id = 'me') => this.#get(`/${path}/${id}`),
      update: (fields: object, id = 'me') => this.#send('PUT', `/${path}/${id}`, { [name]: fields }),
    }
  }

  async #get(path: string, query: object = {}): Promise<Json> {
    return (await this.#call('GET', `${path}?${pairsOf(query)}`)).data
  }

  async #send(method: string, path: string, body: object): Promise<Json> {
    return (await this.#call(method, path, body)).data
  }

  async #call(method: string, path: string, body?: object): Promise<Json> {
    const response = await fetch(`${this.#host}/api/v1${path}`, {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${this.#key}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text ? JSON.parse(text) : {}
  }
}
