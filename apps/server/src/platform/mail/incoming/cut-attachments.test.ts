import { randomBytes } from 'node:crypto'
import PostalMime from 'postal-mime'
import { expect, test, vi } from 'vitest'
import { cutAttachments } from './cut-attachments.js'
import { parseMail } from './parse-mail.js'

const wrap = (bytes: Buffer) => (bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n')
const part = (headers: string, content: string) => `--b1\r\n${headers}\r\n\r\n${content}\r\n`
const written = (...parts: string[]) =>
  Buffer.from(
    `From: dana@shop.test\r\nContent-Type: multipart/mixed; boundary=b1\r\n\r\n${parts.join('')}--b1--\r\n`,
    'latin1',
  )
const file = (content: string, encoding = 'base64') =>
  part(
    `Content-Type: image/png; name="lamp.png"\r\nContent-Disposition: inline;\r\n filename="lamp.png"\r\nContent-ID: <lamp@shop>\r\nContent-Transfer-Encoding: ${encoding}`,
    content,
  )
const text = part('Content-Type: text/plain', 'Hello')

/** What the parser makes of the whole mail. */
const parse = (raw: Buffer) => PostalMime.parse(raw, { forceRfc822Attachments: true })

async function parsedWhole(raw: Buffer) {
  const { attachments } = await parse(raw)
  return attachments.map(({ content }) => Buffer.from(content as ArrayBuffer).toString('hex'))
}

const parsed = async (raw: Buffer) =>
  (await parseMail(raw)).attachments.map(({ bytes }) => Buffer.from(bytes).toString('hex'))

test.each([4_096, 50_000, 50_001, 50_002, 300_000])('cuts out %s bytes and puts the same back', async (size) => {
  const [one, two] = [randomBytes(size), randomBytes(size + 7)]
  const raw = written(text, file(wrap(one)), file(wrap(two), 'Base64'))
  const cut = cutAttachments(raw)
  expect(cut.attachments.size).toBe(2)
  expect(cut.raw.length).toBeLessThan(1_500)
  const mail = await parseMail(raw)
  expect(mail.text?.trim()).toBe('Hello')
  expect(mail.attachments).toMatchObject([
    { filename: 'lamp.png', content_type: 'image/png', content_id: 'lamp@shop', inline: true },
    { filename: 'lamp.png' },
  ])
  expect(await parsed(raw)).toEqual([one.toString('hex'), two.toString('hex')])
})

test('leaves texts, small files, broken base64 and endless parts to the parser', async () => {
  const large = wrap(randomBytes(9_000))
  const mails = [
    written(part('Content-Type: text/plain\r\nContent-Transfer-Encoding: base64', large)),
    written(text, file(wrap(randomBytes(200)))),
    written(text, file(`${large.slice(0, 4_000)}*!${large.slice(4_000)}`)),
    written(text, file(`${large.slice(0, 4_000)}==\r\n${large}`)),
    written(text, file(large, '7bit')),
    Buffer.from(`Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n${large}`),
  ]
  for (const raw of mails) {
    expect(cutAttachments(raw).attachments.size).toBe(0)
    expect(await parsed(raw)).toEqual(await parsedWhole(raw))
  }
})

test('keeps a file inside an attached mail and in a quoted one', async () => {
  const inner = written(text, file(wrap(randomBytes(9_000)))).toString('latin1')
  const outer = (type: string) =>
    Buffer.from(
      `Content-Type: multipart/mixed; boundary=b0\r\n\r\n--b0\r\nContent-Type: ${type}\r\n\r\n${inner}\r\n--b0--\r\n`,
      'latin1',
    )
  for (const raw of [outer('message/rfc822'), outer('text/plain')]) {
    expect(await parsed(raw)).toEqual(await parsedWhole(raw))
    expect((await parseMail(raw)).text).toBe((await parse(raw)).text?.replace(/\r\n/g, '\n') ?? null)
  }
})

test('stops after 1,000 places that could begin an attachment', async () => {
  const bytes = randomBytes(9_000)
  const raw = (words: number) => written(part('Content-Type: text/plain', 'base64 '.repeat(words)), file(wrap(bytes)))
  expect(cutAttachments(raw(900)).attachments.size).toBe(1)
  expect(cutAttachments(raw(1_000)).attachments.size).toBe(0)
  expect(await parsed(raw(1_000))).toEqual([bytes.toString('hex')])
})

test.each([
  ['headers of attachments without a boundary', 'Content-Type: a/b\r\nContent-Transfer-Encoding: base64\r\n\r\n'],
  [
    'headers of attachments in front of a late one',
    'Content-Type: a/b\r\nContent-Transfer-Encoding: base64\r\n\r\n*',
    '\r\n--',
  ],
  ['the word alone', 'base64 '],
])('searches a mail with %s a few times only', (_, repeated, last = '') => {
  const raw = Buffer.from(`From: dana@shop.test\r\n\r\n${repeated.repeat(20_000)}${last}`)
  const [search, read] = [vi.spyOn(raw, 'indexOf'), vi.spyOn(raw, 'toString')]
  cutAttachments(raw)
  const searched = search.mock.results.map(({ value }, at) => {
    const end = value as number
    return (end < 0 ? raw.length : end) - Number(search.mock.calls[at]?.[1] ?? 0)
  })
  expect(searched.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(4 * raw.length)
  expect(read.mock.calls.length).toBeLessThan(3_500)
})
