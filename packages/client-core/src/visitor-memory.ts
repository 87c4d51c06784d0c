/** The storage key of the published loaders, for all accounts. Our keys add the account. */
const CUSTOMER = '__PAPERCUPS____CUSTOMER_ID__'
const PERSON = '__PAPERCUPS__:external_id:'

type Area = 'localStorage' | 'sessionStorage'

// If storage is denied, even accessing it throws. The widget works without it.
export function recall(key: string, area: Area = 'localStorage') {
  try {
    return window[area].getItem(key) || ''
  } catch {
    return ''
  }
}

export function remember(key: string, value: unknown, area: Area = 'localStorage') {
  try {
    window[area].setItem(key, value as string)
  } catch {}
}

/** Also writes the key that recorders read, unless another account of the site has written it. */
export function rememberCustomer(account: string, id: string | null) {
  const kept = JSON.stringify(id)
  if (id || recall(CUSTOMER) === recall(CUSTOMER + account)) remember(CUSTOMER, kept)
  remember(CUSTOMER + account, kept)
}

/** The person that the site named last. */
export const recallPerson = (account: string) => recall(PERSON + account)

/** The visitor's id from an earlier page, or none if the site now names another person or nobody. */
export function recallCustomer(account: string, externalId?: unknown) {
  const person = String(externalId || '')
  const earlier = recall(PERSON + account)
  remember(PERSON + account, person)
  if (earlier && earlier !== person) rememberCustomer(account, null)
  return /[\da-f-]{36}/i.exec(recall(CUSTOMER + account) || recall(CUSTOMER))?.[0] || null
}
