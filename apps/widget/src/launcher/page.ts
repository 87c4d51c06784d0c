/** Where the visitor is. What their browser is, the frame finds out for itself. */
export function pageInfo() {
  const { href: current_url, host, pathname } = location
  return { current_url, host, pathname, referrer: document.referrer }
}
