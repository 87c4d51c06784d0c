/** The visitor's page. The frame detects the browser itself. */
export function pageInfo() {
  return { current_url: location.href, host: location.host, pathname: location.pathname, referrer: document.referrer }
}
