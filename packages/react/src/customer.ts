import type { ChatProps, CustomerMetadata } from './props.js'

/** Where every loader keeps the visitor's id, so that they are known again on the other pages of the site. Ours have the account behind it. */
const KEY = '__PAPERCUPS____CUSTOMER_ID__'

export function keptCustomer(account: string): string {
  try {
    const id: unknown = JSON.parse(localStorage.getItem(KEY + account) ?? localStorage.getItem(KEY) ?? 'null')
    return typeof id === 'string' ? id : ''
  } catch {
    return ''
  }
}

export function keepCustomer(account: string, id: unknown) {
  const kept = JSON.stringify(id ?? null)
  try {
    // What another account of the site has put there stays.
    if (id || localStorage.getItem(KEY) === localStorage.getItem(KEY + account)) localStorage.setItem(KEY, kept)
    localStorage.setItem(KEY + account, kept)
  } catch {
    // The chat itself still remembers.
  }
  window.dispatchEvent(new CustomEvent('papercups:customer:set', { detail: id ?? null }))
}

/** As text, so that it changes only when the person, or what vouches for them, does. */
export const whoIs = ({ customer, userHash, identityToken }: ChatProps) =>
  JSON.stringify([customer ?? null, userHash, identityToken])

/** Said in full: whoever is no longer named must not be left standing. */
export const introduction = ({ customer, userHash, identityToken }: ChatProps): CustomerMetadata => ({
  external_id: null,
  userHash,
  identityToken,
  ...customer,
})
