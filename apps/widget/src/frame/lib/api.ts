import { ApiError } from '@papercups/client-core'
import type { Conversation, CustomerSelf, Message, PastConversation, WidgetSettingsExpanded } from '@papercups/contract'

const PATIENCE_MS = 15_000

export type Api = ReturnType<typeof createApi>

/** The public calls, always to the server of this page. Each sends the visitor's proof. */
export function createApi(account_id: string, inbox_id: string, visitor: () => Visitor) {
  const scope = { account_id, ...(inbox_id && { inbox_id }) }
  /** Answers about a person who has signed out meanwhile are dropped. */
  const ask = async <T>(method: string, path: string, params?: Query, body?: object) => {
    const { proof, turn } = visitor()
    const data = await call<T>(method, path, { ...params, ...proof }, body)
    if (turn !== visitor().turn) throw new ApiError(0)
    return data
  }
  const get = <T>(path: string, params?: Query) => ask<T>('GET', path, { ...scope, ...params })
  return {
    settings: () => call<WidgetSettingsExpanded>('GET', 'widget_settings', scope),
    customerExists: (id: string) => get<boolean>(`customers/${id}/exists`),
    identify: (external_id: string) => get<{ customer_id: string | null }>('customers/identify', { external_id }),
    conversations: (customer_id: string) => get<Conversation[]>('conversations/customer', { customer_id }),
    pastConversations: (customer_id: string) => get<PastConversation[]>(`customers/${customer_id}/conversations`),
    pastMessages: (customer_id: string, id: string) => get<Message[]>(`customers/${customer_id}/conversations/${id}`),
    createCustomer: (customer: object) =>
      ask<CustomerSelf>('POST', 'customers', {}, { customer: { ...customer, account_id } }),
    updateCustomer: (id: string, metadata: object) => ask('PUT', `customers/${id}/metadata`, {}, { metadata }),
    createConversation: (customer_id: string) =>
      ask<{ id: string }>('POST', 'conversations', {}, { conversation: { ...scope, customer_id, source: 'chat' } }),
  }
}

type Query = Record<string, string>

interface Visitor {
  proof: Query
  turn: number
}

async function call<T>(method: string, path: string, params: Query, body?: object): Promise<T> {
  try {
    const response = await fetch(`/api/${path}?${new URLSearchParams(params)}`, {
      method,
      // Browsers from before 2022 use their own timeout.
      signal: AbortSignal.timeout?.(PATIENCE_MS),
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new ApiError(response.status, await response.text())
    return ((await response.json()) as { data: T }).data
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(0)
  }
}
