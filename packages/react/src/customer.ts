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
