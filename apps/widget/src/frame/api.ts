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

/** The public calls, to the server that this page came from and to no other. */
export function createApi(account_id: string, inbox_id: string) {
  const scope = { account_id, ...(inbox_id && { inbox_id }) }
  const query = (params: Record<string, string>) => new URLSearchParams(params).toString()
  return {
    settings: () => call<WidgetSettingsExpanded>('GET', `widget_settings?${query(scope)}`),
    customerExists: (id: string) => call<boolean>('GET', `customers/${id}/exists?${query({ account_id })}`),
    identify: (external_id: string) =>
      call<{ customer_id: string | null }>('GET', `customers/identify?${query({ account_id, external_id })}`),
    conversations: (customer_id: string) =>
      call<Conversation[]>('GET', `conversations/customer?${query({ customer_id, ...scope })}`),
    pastConversations: (customer_id: string) =>
      call<PastConversation[]>('GET', `customers/${customer_id}/conversations?${query(scope)}`),
    pastMessages: (customer_id: string, id: string) =>
      call<Message[]>('GET', `customers/${customer_id}/conversations/${id}?${query({ account_id })}`),
    createCustomer: (customer: object) =>
      call<CustomerSelf>('POST', 'customers', { customer: { ...customer, account_id } }),
    updateCustomer: (id: string, metadata: object) => call('PUT', `customers/${id}/metadata`, { metadata }),
    createConversation: (customer_id: string) =>
      call<{ id: string }>('POST', 'conversations', { conversation: { ...scope, customer_id, source: 'chat' } }),
  }
}

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), PATIENCE_MS)
  try {
    const response = await fetch(`/api/${path}`, {
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
