import { ApiError } from '@papercups/client-core'
import type { BodyOf, DataOf, EndpointOf, InputOf, Method, NewRating, PathOf } from '@papercups/contract'

const PATIENCE_MS = 15_000

export type Api = ReturnType<typeof createApi>

type NewCustomer = BodyOf<EndpointOf<'POST', '/customers'>>['customer']
type VisitorFacts = BodyOf<EndpointOf<'PUT', '/customers/:id/metadata'>>['metadata']

/** The public calls, always to the server of this page. Each sends the visitor's proof. */
export function createApi(account_id: string, inbox_id: string, visitor: () => Visitor) {
  const scope = { account_id, ...(inbox_id && { inbox_id }) }
  /** Answers about a person who has signed out meanwhile are dropped. */
  const ask = async <M extends Method, P extends PathOf<M>>(method: M, path: P, input: InputOf<M, P>) => {
    const { proof, turn } = visitor()
    const data = await call(method, path, { ...input, query: { ...input.query, ...proof } })
    if (turn !== visitor().turn) throw new ApiError(0)
    return data
  }
  return {
    settings: () => call('GET', '/widget_settings', { query: scope }),
    customerExists: (id: string) => ask('GET', '/customers/:id/exists', { params: { id }, query: scope }),
    identify: (external_id: string) => ask('GET', '/customers/identify', { query: { ...scope, external_id } }),
    conversations: (customer_id: string) => ask('GET', '/conversations/customer', { query: { ...scope, customer_id } }),
    pastConversations: (id: string) => ask('GET', '/customers/:id/conversations', { params: { id }, query: scope }),
    pastMessages: (id: string, conversation_id: string) =>
      ask('GET', '/customers/:id/conversations/:conversation_id', { params: { id, conversation_id }, query: scope }),
    rating: (id: string) => ask('GET', '/customers/:id/rating', { params: { id }, query: scope }),
    rate: (id: string, conversation_id: string, rating: NewRating) =>
      ask('PUT', '/customers/:id/conversations/:conversation_id/rating', {
        params: { id, conversation_id },
        query: { account_id },
        body: { rating },
      }),
    createCustomer: (customer: NewCustomer) =>
      ask('POST', '/customers', { body: { customer: { ...customer, account_id } } }),
    updateCustomer: (id: string, metadata: VisitorFacts) =>
      ask('PUT', '/customers/:id/metadata', { params: { id }, body: { metadata } }),
    createConversation: (customer_id: string) =>
      ask('POST', '/conversations', { body: { conversation: { ...scope, customer_id, source: 'chat' } } }),
  }
}

interface Visitor {
  proof: Record<string, string>
  turn: number
}

interface Input {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: unknown
}

async function call<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  { params, query, body }: Input,
): Promise<DataOf<M, P>> {
  try {
    const url = path.replace(/:(\w+)/g, (_, name: string) => String(params?.[name]))
    const response = await fetch(`/api${url}?${new URLSearchParams(query)}`, {
      method,
      // Browsers from before 2022 use their own timeout.
      signal: AbortSignal.timeout?.(PATIENCE_MS),
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new ApiError(response.status, await response.text())
    // The endpoint declares the answer, and the server checks it against that declaration.
    return ((await response.json()) as { data: DataOf<M, P> }).data
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(0)
  }
}
