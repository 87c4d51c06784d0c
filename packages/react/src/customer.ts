import type { ChatProps, CustomerMetadata } from './props.js'

/** Where every loader keeps the visitor's id, so that they are known again on the other pages of the site. */
const KEY = '__PAPERCUPS____CUSTOMER_ID__'

export function keptCustomer(): string {
  try {
    const id: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return typeof id === 'string' ? id : ''
  } catch {
    return ''
  }
}

export function keepCustomer(id: unknown) {
  try {
    localStorage.setItem(KEY, JSON.stringify(id ?? null))
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
  ...customer,
  userHash,
  identityToken,
})
