/** Where the visitor is. What their browser is, the frame finds out for itself. */
export function pageInfo() {
  return { current_url: location.href, host: location.host, pathname: location.pathname, referrer: document.referrer }
}
