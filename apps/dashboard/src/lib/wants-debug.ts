/** `?debug`, `?debug=1` and `?debug=true` turn it on; `?debug=0` and the like do not. */
export function wantsDebug(search: string): boolean {
  const asked = new URLSearchParams(search).get('debug')
  return asked !== null && !['0', 'false', 'off', 'no'].includes(asked.toLowerCase())
}
