/** Where the published loaders keep the id, for all accounts alike. Ours have the account behind it. */
const CUSTOMER = '__PAPERCUPS____CUSTOMER_ID__'
const PERSON = '__PAPERCUPS__:external_id:'

type Area = 'localStorage' | 'sessionStorage'

// Where storage is denied, merely naming it throws. The widget works without a memory.
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

/** Also where a recorder on the page looks for it; but what another account of the site has put there stays. */
export function rememberCustomer(account: string, id: string | null) {
  const kept = JSON.stringify(id)
  if (id || recall(CUSTOMER) === recall(CUSTOMER + account)) remember(CUSTOMER, kept)
  remember(CUSTOMER + account, kept)
}

/** The visitor's id from an earlier page, forgotten when the site now names another person, or nobody. */
export function recallCustomer(account: string, externalId?: unknown) {
  const person = String(externalId || '')
  const earlier = recall(PERSON + account)
  remember(PERSON + account, person)
  if (earlier && earlier !== person) rememberCustomer(account, null)
  return (/[\da-f-]{36}/i.exec(recall(CUSTOMER + account) || recall(CUSTOMER)) || [null])[0]
}
