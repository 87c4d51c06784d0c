import type { ChatCommands, ChatProps, CustomerMetadata } from './props.js'

/** All loaders store the visitor's id under this key. Ours append the account, so several accounts can share a site. */
const KEY = '__PAPERCUPS____CUSTOMER_ID__'

export function storedCustomerId(account: string): string {
  try {
    const id: unknown = JSON.parse(localStorage.getItem(KEY + account) ?? localStorage.getItem(KEY) ?? 'null')
    return typeof id === 'string' ? id : ''
  } catch {
    return ''
  }
}

export function storeCustomerId(account: string, id: unknown) {
  const kept = JSON.stringify(id ?? null)
  try {
    // Keep the id that another account of the site stored.
    if (id || localStorage.getItem(KEY) === localStorage.getItem(KEY + account)) localStorage.setItem(KEY, kept)
    localStorage.setItem(KEY + account, kept)
  } catch {
    // No storage here: the chat frame keeps its own copy.
  }
  window.dispatchEvent(new CustomEvent('papercups:customer:set', { detail: id ?? null }))
}

/** Text that changes only when the customer or their proof of identity changes. */
export const identityKey = ({ customer, userHash, identityToken }: ChatProps) =>
  JSON.stringify([customer ?? null, userHash, identityToken])

/** Tells a chat that has started who the customer is now. */
export function introduce(chat: Pick<ChatCommands, 'identify' | 'reset'>, props: ChatProps) {
  if (props.customer) chat.identify(identityOf(props))
  else chat.reset()
}

/** With an explicit null `external_id`, so that the previous customer does not stay identified. */
export const identityOf = ({ customer, userHash, identityToken }: ChatProps): CustomerMetadata => ({
  external_id: null,
  userHash,
  identityToken,
  ...customer,
})
