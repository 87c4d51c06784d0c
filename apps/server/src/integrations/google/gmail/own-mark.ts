/** Marks mails that this server sends, so that it recognises them in the mailbox: Gmail replaces their Message-ID. */
export const OWN_HEADER = 'X-Papercups-Mail'

export function isOwnMail(raw: Buffer) {
  const end = raw.indexOf('\r\n\r\n')
  return /^X-Papercups-Mail: \S/im.test(raw.subarray(0, end < 0 ? raw.length : end).toString('latin1'))
}
