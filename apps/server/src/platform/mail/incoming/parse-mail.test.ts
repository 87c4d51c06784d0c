import { expect, test } from 'vitest'
import { file, mail, multipart, plain } from '../../../../test/mails/build.js'
import { parseMail } from './parse-mail.js'

const parse = (headers: string) => parseMail(mail(headers, plain('Hello')))

test('takes the sender from From, and from Sender only if From is missing', async () => {
  const sender = 'Sender: ada@acme.test'
  expect((await parse(`From: <"x"@evil.test>\n${sender}`)).from).toBeNull()
  expect((await parse(`From: <x;y@evil.test>\n${sender}`)).from?.email).not.toBe('ada@acme.test')
  expect((await parseMail(Buffer.from(`${sender}\r\n\r\nHello`))).from?.email).toBe('ada@acme.test')
})

test('reads no ids with control characters', async () => {
  const id = (text: string) => `=?utf-8?Q?<${text}@example.test>?=`
  const parsed = await parse(
    `Message-ID: ${id('a=00b')}\nIn-Reply-To: ${id('c=01d')} <two@example.test>\nReferences: ${id('e=7Ff')} <one@example.test>`,
  )
  expect(parsed).toMatchObject({
    message_id: null,
    in_reply_to: ['<two@example.test>'],
    references: ['<one@example.test>'],
  })
})

test('leaves control characters out of the id of an attachment, and limits its length', async () => {
  const image = (id: string) => file('image/png', 'a.png', 'abc', 'inline', `Content-ID: <${id}>\n`)
  const { attachments } = await parseMail(mail('', multipart('related', [image('a\0b'), image('x'.repeat(5_000))])))
  expect(attachments.map(({ content_id }) => content_id)).toEqual(['a b', 'x'.repeat(500)])
})
