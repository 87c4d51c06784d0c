import { createHmac } from 'node:crypto'
import { isSame } from '../../platform/http/has-token.js'

/**
 * Whether Twilio signed the call: https://www.twilio.com/docs/usage/security. `url` is what is entered at Twilio. Some of its
 * servers sign it with the port, and some without.
 */
export function isSigned(signature: string, auth_token: string, url: string, form: URLSearchParams): boolean {
  const pairs = [...form].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).flat()
  const sign = (text: string) => createHmac('sha1', auth_token).update(text, 'utf8').digest('base64')
  const values = pairs.join('')
  // Every form is compared, so the time says nothing.
  return formsOf(url).filter((form) => isSame(signature, sign(form + values))).length > 0
}

function formsOf(url: string) {
  const [, scheme = '', host = '', rest = ''] = /^(https?):\/\/([^/]+)(.*)$/.exec(url) ?? []
  const bare = host.replace(/:\d+$/, '')
  const port = /:\d+$/.exec(host)?.[0] ?? (scheme === 'https' ? ':443' : ':80')
  return [`${scheme}://${bare}${rest}`, `${scheme}://${bare}${port}${rest}`]
}
