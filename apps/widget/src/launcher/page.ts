/** What the frame tells with an event. */
export interface Details {
  customerId: string | null
  user_id?: unknown
  count?: number
  height: number
  dismissed?: boolean
  kept: string
}

/** The visitor's page. The frame detects the browser itself. */
export function pageInfo() {
  const { href: current_url, host, pathname } = location
  return { current_url, host, pathname, referrer: document.referrer }
}
