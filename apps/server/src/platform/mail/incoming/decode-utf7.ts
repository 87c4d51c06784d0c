/** Whether a text part of the mail says that it is UTF-7, which no decoder of Node.js knows. */
export const isUtf7 = (raw: Uint8Array) =>
  /^content-type:[^\n]*(?:\n[ \t][^\n]*)*charset="?(?:unicode-1-1-)?utf-7\b/im.test(
    Buffer.from(raw.buffer, raw.byteOffset, raw.length).toString('latin1', 0, SEARCHED),
  )

const SEARCHED = 256 * 1024

/** UTF-7 is ASCII in which `+…-` holds UTF-16 in base64. Text that is not valid stays as it is. */
export const decodeUtf7 = (text: string) =>
  text.replace(/\+([A-Za-z0-9+/]*)-?/g, (all, base64: string) => {
    if (base64 === '') return all === '+-' ? '+' : all
    const bytes = Buffer.from(base64, 'base64')
    return bytes.length < 2 ? all : new TextDecoder('utf-16be').decode(bytes.subarray(0, bytes.length & ~1))
  })
