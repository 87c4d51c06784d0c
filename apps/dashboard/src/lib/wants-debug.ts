/** `?debug`, `?debug=1`, `?debug=true`; an explicit no is a no. */
export function wantsDebug(search: string): boolean {
  const asked = new URLSearchParams(search).get('debug')
  return asked !== null && !['0', 'false', 'off', 'no'].includes(asked.toLowerCase())
}
