import { createHmac, timingSafeEqual } from 'node:crypto'

/** All authenticator apps support these numbers, and many no others. */
const STEP_SECONDS = 30
const DIGITS = 6
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function toBase32(bytes: Uint8Array) {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export function fromBase32(text: string) {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

export const stepAt = (now: number) => Math.floor(now / 1_000 / STEP_SECONDS)

/** RFC 6238 over RFC 4226: the last four bits of the digest are the offset of the number. */
export function codeAt(secret: string, step: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The time step of a current code: clocks may differ by one step either way. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const current = stepAt(now)
  const given = Buffer.from(code)
  return [current - 1, current, current + 1].find((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), given))
}

export function otpauthUrl(secret: string, email: string) {
  const label = encodeURIComponent(`Papercups:${email}`)
  return `otpauth://totp/${label}?secret=${secret}&issuer=Papercups&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`
}
