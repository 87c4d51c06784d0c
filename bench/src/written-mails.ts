const CRLF = '\r\n'
const PARAGRAPH =
  'Thank you for the quick answer. I have tried it with the other cable, and the light stays off. The order number is 4711.'
const QUOTE = 'Could you try another cable, and tell us the number on the back? We will then send you a new one.'

/** A mail that opens a conversation, or that answers the last one of its conversation. */
export interface WrittenMail {
  from: string
  message_id: string
  raw: string
}

/** One person's mails: text and HTML, with a signature and the quoted history, as mail programs write them. */
export function writeMail(
  person: string,
  to: string,
  answered: string | undefined,
  picture_bytes = 30_000,
): WrittenMail {
  const from = `${person}@shop.test`
  const message_id = `<${crypto.randomUUID()}@shop.test>`
  const headers = [
    `Received: from mail.shop.test (mail.shop.test [127.0.0.1]) by mx.shop.test with ESMTPS; ${new Date().toUTCString()}`,
    `From: Carla Jones <${from}>`,
    `To: Support <${to}>`,
    `Subject: ${answered ? 'Re: ' : ''}The lamp stays dark`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: ${message_id}`,
    ...(answered ? [`In-Reply-To: ${answered}`, `References: ${answered}`] : []),
    'MIME-Version: 1.0',
    'X-Mailer: Some Mail 16.0.1',
    'Content-Type: multipart/mixed; boundary="outer"',
  ]
  return { from, message_id, raw: [...headers, '', contentWith(picture_bytes)].join(CRLF) }
}

const part = (headers: string[], body: string) => [...headers, '', body].join(CRLF)
const multipart = (boundary: string, parts: string[]) =>
  [...parts.map((one) => `--${boundary}${CRLF}${one}`), `--${boundary}--`, ''].join(CRLF)

const text = [
  ...Array.from({ length: 6 }, () => `${PARAGRAPH}${CRLF}`),
  '-- ',
  `Carla Jones${CRLF}Shop and Sons`,
  '',
  'On Mon, 4 Mar 2024 at 10:15, Ada <ada@acme.test> wrote:',
  ...Array.from({ length: 8 }, () => `> ${QUOTE}`),
].join(CRLF)

const html = [
  '<html><head><meta charset="utf-8"><style>p.MsoNormal { margin: 0; font-family: Calibri, sans-serif }</style></head><body>',
  ...Array.from(
    { length: 6 },
    () => `<p class="MsoNormal" style="margin:0cm"><span lang="EN-US" style="font-size:11.0pt">${PARAGRAPH}</span></p>`,
  ),
  '<div class="gmail_quote"><div class="gmail_attr">On Mon, 4 Mar 2024 at 10:15, Ada &lt;ada@acme.test&gt; wrote:</div><blockquote>',
  ...Array.from({ length: 8 }, () => `<p style="margin:0cm"><span style="color:#1f497d">${QUOTE}</span></p>`),
  '</blockquote></div></body></html>',
].join(CRLF)

const pictures = new Map<number, string>()

/** Written once for each size. */
function contentWith(bytes: number) {
  const known = pictures.get(bytes)
  if (known) return known
  const base64 = Buffer.alloc(bytes, '\x89PNG\r\n\x1a\nprobably a lamp').toString('base64')
  const picture = [
    'Content-Type: image/png; name="lamp.png"',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="lamp.png"',
  ]
  const content = multipart('outer', [texts, part(picture, (base64.match(/.{1,76}/g) ?? []).join(CRLF))])
  pictures.set(bytes, content)
  return content
}

const texts = part(
  ['Content-Type: multipart/alternative; boundary="inner"'],
  multipart('inner', [
    part(['Content-Type: text/plain; charset=utf-8'], text),
    part(['Content-Type: text/html; charset=utf-8'], html),
  ]),
)
