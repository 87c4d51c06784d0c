type Area = 'localStorage' | 'sessionStorage'

const CUSTOMER = '__PAPERCUPS____CUSTOMER_ID__'
const PERSON = '__PAPERCUPS__:external_id'

// Where storage is denied, merely naming it throws. The widget works without a memory.
export function recall(area: Area, key: string) {
  try {
    return window[area].getItem(key) || ''
  } catch {
    return ''
  }
}

export function remember(area: Area, key: string, value: unknown) {
  try {
    window[area].setItem(key, value as string)
  } catch {}
}

export const rememberCustomer = (id: string) => remember('localStorage', CUSTOMER, JSON.stringify(id || null))

/** The visitor's id from an earlier page, forgotten when the site now names another person, or nobody. */
export function recallCustomer(externalId: unknown) {
  const person = String(externalId || '')
  const earlier = recall('localStorage', PERSON)
  remember('localStorage', PERSON, person)
  if (earlier && earlier !== person) rememberCustomer('')
  return (/[\da-f-]{36}/i.exec(recall('localStorage', CUSTOMER)) || [''])[0]
}
