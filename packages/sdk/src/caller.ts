import { fetchWithRetries, type RetryOptions } from './fetch-with-retries.js'
import { ApiError, toApiError } from './errors.js'

export interface Options extends Partial<RetryOptions> {
  /** The URL of your server, for example `https://chat.example.com`. */
  host: string
}

export interface CallOptions {
  /** Stops the call, and the waiting between its attempts. */
  signal?: AbortSignal
  /** Only for calls that create a record. Default: a new key for each call. */
  idempotencyKey?: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type QueryValue = string | number | boolean | null | undefined | Array<string | number>

interface Page<Item> {
  data: Item[]
  next?: string | null
}

/** Makes the calls of the generated methods. */
export class Caller {
  readonly #key: string
  readonly #url: string
  readonly #retry: RetryOptions

  constructor(apiKey: string, { host, retries = 3, retryDelay = 500, timeout = 30_000 }: Options) {
    if (!apiKey?.trim()) throw new TypeError('An API key is required.')
    if (!/^https?:\/\//.test(host)) throw new TypeError('The host must start with http:// or https://.')
    this.#key = apiKey.trim()
    this.#url = `${host.replace(/\/+$/, '')}/api/v1`
    this.#retry = { retries, retryDelay, timeout }
  }

  protected async read<Data>(path: string, query?: object, options?: CallOptions) {
    return (await this.#call<{ data: Data }>('GET', path + writeQuery(query), options)).data
  }

  protected async write<Data>(method: 'POST' | 'PUT', path: string, body: object, options?: CallOptions) {
    return (await this.#call<{ data: Data }>(method, path, options, body)).data
  }

  protected async remove(path: string, options?: CallOptions): Promise<void> {
    await this.#call('DELETE', path, options)
  }

  /** Reads page after page, each when it is needed. `cursor` is the parameter that takes the `next` of a page. */
  protected async *every<Item>(path: string, cursor: string, query: object = {}, options?: CallOptions) {
    let next: string | null | undefined
    do {
      const page: Page<Item> = await this.#call('GET', path + writeQuery({ ...query, [cursor]: next }), options)
      yield* page.data
      next = page.next
    } while (next)
  }

  async #call<Answer>(method: Method, path: string, options: CallOptions = {}, body?: object): Promise<Answer> {
    const headers: Record<string, string> = { accept: 'application/json', authorization: `Bearer ${this.#key}` }
    if (body) headers['content-type'] = 'application/json'
    // Every attempt of a call sends the same key, so the record is created once.
    if (method === 'POST') headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID()
    const response = await fetchWithRetries(
      this.#url + path,
      // Following a redirect would turn a POST into a GET.
      { method, headers, redirect: 'manual', ...(body && { body: JSON.stringify(body) }) },
      this.#retry,
      options.signal,
    )
    const { status, text, location, mayHaveWorked } = response
    if (status >= 300 && status < 400)
      throw new ApiError(status, text, `The host redirects to ${location}. Use that URL.`)
    // The attempt before it deleted the record, but its answer got lost.
    if (method === 'DELETE' && status === 404 && mayHaveWorked) return undefined as Answer
    const answer = parse(text)
    if (status >= 300 || status < 200) throw toApiError(status, answer)
    if (text && answer === undefined) throw new ApiError(status, text, 'The answer is no JSON. Is the host right?')
    if (isFailure(answer)) throw new ApiError(status, answer, 'The server could not do what the call asked for.')
    return answer as Answer
  }
}

/** Writes ids into a path. */
export function path(parts: TemplateStringsArray, ...ids: Array<string | number>) {
  const encode = (id: string | number | undefined) => {
    if (id === undefined || id === '') throw new TypeError('An id is required.')
    return encodeURIComponent(id)
  }
  return parts.reduce((text, part, at) => text + encode(ids[at - 1]) + part)
}

function writeQuery(query: object = {}) {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query) as Array<[string, QueryValue]>) {
    if (Array.isArray(value)) for (const one of value) search.append(`${name}[]`, String(one))
    // The API reads an empty value as null: `assignee_id=` finds what nobody is assigned to.
    else if (value !== undefined) search.append(name, String(value ?? ''))
  }
  return search.size > 0 ? `?${search}` : ''
}

/** For example of Gmail, which refused a mail. */
const isFailure = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === false

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
