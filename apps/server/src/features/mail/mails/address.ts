/** An email that may sign up or be invited: stricter than mail servers are. */
export function isEmail(text: string) {
  const [local, domain, ...rest] = text.split('@')
  if (!local || !domain || rest.length > 0 || local.length > 64 || text.length > 254) return false
  if (/[\s\p{C}<>()[\]\\,;:"]/u.test(local) || /^\.|\.$|\.\./.test(local)) return false
  return /^(?!-)[a-z0-9.-]+(?<!-)$/i.test(domain) && !/^\.|\.$|\.\./.test(domain)
}
