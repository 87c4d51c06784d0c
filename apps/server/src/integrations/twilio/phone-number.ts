import { invalid } from '../../platform/errors.js'

/** At least a country code and a short national number. https://en.wikipedia.org/wiki/E.164 */
const E164 = /^\+[1-9]\d{7,14}$/

/** A number without spaces and punctuation, as customers' numbers are compared. */
export const plainNumber = (text: string) => text.replace(/[^0-9+]/g, '')

const isPhoneNumber = (text: string) => E164.test(text)

/** Reads a number that somebody typed. Throws 422 with the reason at the field. */
export function readPhoneNumber(text: string, field: string): string {
  const problem = problemOf(text)
  if (problem) throw invalid({ [field]: [problem] }, `The phone number ${problem}.`)
  return plainNumber(text)
}

function problemOf(text: string) {
  if (!text.trim()) return "can't be blank"
  if (!/^[\s\d+().\-/\u00a0\u2010-\u2015]*$/.test(text)) return 'must contain only one number, in digits'
  const number = plainNumber(text)
  if (/^\d{3,6}$/.test(number)) return 'is a short code: SMS can only be sent to full numbers'
  if (!number.startsWith('+')) return 'must start with + and the country code, for example +15551234567'
  return isPhoneNumber(number) ? undefined : 'must be in international format, for example +15551234567'
}
