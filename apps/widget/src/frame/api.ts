import type { Conversation, CustomerSelf, Message, PastConversation, WidgetSettingsExpanded } from '@papercups/contract'

/** `status` is 0 when there was no answer at all. */
export class ApiError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }

  /** The server meant it: asking again as things stand gets the same answer. */
  get final() {
    return this.status >= 400 && this.status < 500 && ![408, 425, 429].includes(this.status)
  }
}

const PATIENCE_MS = 15_000

export type Api = ReturnType<typeof createApi>

/** The public calls, to the server that this page came from and to no other. Each carries what vouches for the visitor. */
export function createApi(account_id: string, inbox_id: string, proof: () => Query) {
  const scope = { account_id, ...(inbox_id && { inbox_id }) }
  const get = <T>(path: string, params?: Query) => call<T>('GET', path, { ...scope, ...params, ...proof() })
  const send = <T>(method: string, path: string, body: object) => call<T>(method, path, proof(), body)
  return {
    settings: () => get<WidgetSettingsExpanded>('widget_settings'),
    customerExists: (id: string) => get<boolean>(`customers/${id}/exists`),
    identify: (external_id: string) => get<{ customer_id: string | null }>('customers/identify', { external_id }),
    conversations: (customer_id: string) => get<Conversation[]>('conversations/customer', { customer_id }),
    pastConversations: (customer_id: string) => get<PastConversation[]>(`customers/${customer_id}/conversations`),
    pastMessages: (customer_id: string, id: string) => get<Message[]>(`customers/${customer_id}/conversations/${id}`),
    createCustomer: (customer: object) =>
      send<CustomerSelf>('POST', 'customers', { customer: { ...customer, account_id } }),
    updateCustomer: (id: string, metadata: object) => send('PUT', `customers/${id}/metadata`, { metadata }),
    createConversation: (customer_id: string) =>
      send<{ id: string }>('POST', 'conversations', { conversation: { ...scope, customer_id, source: 'chat' } }),
  }
}

type Query = Record<string, string>

async function call<T>(method: string, path: string, params: Query, body?: object): Promise<T> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), PATIENCE_MS)
  try {
    const response = await fetch(`/api/${path}?${new URLSearchParams(params).toString()}`, {
      method,
      signal: abort.signal,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new ApiError(response.status, await response.text())
    const { data } = (await response.json()) as { data: T }
    return data
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(0, String(error))
  } finally {
    clearTimeout(timer)
  }
}
