const BROWSERS: Record<string, string> = { Edg: 'Microsoft Edge', OPR: 'Opera', FxiOS: 'Firefox', CriOS: 'Chrome' }

/** What customers are stored with besides the page, which only the launcher knows. */
export function browserInfo(agent: string, referrer: unknown) {
  const [device] = /iP(?:hone|ad|od)|Android/.exec(agent) ?? []
  const [system] = /Windows|Mac OS X|CrOS|Linux/.exec(agent) ?? []
  // Nearly all browsers also claim to be Chrome or Safari, so these two are checked last.
  const [, browser = '', browser_version] =
    /(Edg|OPR|Firefox|FxiOS|CriOS)\w*\/([\d.]+)/.exec(agent) ?? /(Chrome|Safari)\/([\d.]+)/.exec(agent) ?? []
  return {
    os: device ? (device === 'Android' ? device : 'iOS') : system,
    browser: BROWSERS[browser] ?? browser,
    browser_version,
    device,
    referring_domain: String(referrer ?? '').split('/')[2],
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    lib: 'web',
  }
}
