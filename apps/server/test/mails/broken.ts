import { file, mail, multipart, plain, type CorpusMail } from './build.js'

const bytes = (text: string) => Buffer.from(text.replace(/\n/g, '\r\n'), 'latin1')
const deep = (levels: number) => {
  let inner = plain('Deep inside.')
  for (let level = 0; level < levels; level++) inner = multipart('mixed', [inner], `b${level}x`)
  return inner
}

export const broken: CorpusMail[] = [
  {
    name: 'a mail without any header',
    raw: bytes('\n\nJust text.\n'),
    becomes: { body: 'Just text.', from: null, subject: '', kind: 'person' },
  },
  { name: 'no bytes at all', raw: Buffer.alloc(0), becomes: { body: '', from: null, subject: '' } },
  {
    name: 'a sender without an address',
    raw: bytes('From: undisclosed\nSubject: Hi\n\nText\n'),
    becomes: { body: 'Text', from: null, subject: 'Hi' },
  },
  {
    name: 'two senders: the first counts',
    raw: bytes('From: Carla <carla@example.test>, Grace <grace@globex.test>\n\nText\n'),
    becomes: { body: 'Text', from: 'carla@example.test' },
  },
  {
    name: 'an address hidden in the name',
    raw: bytes('From: "ada@acme.test" <mallory@evil.test>\n\nText\n'),
    becomes: { body: 'Text', from: 'mallory@evil.test' },
  },
  {
    name: 'a subject that breaks lines and turns the direction',
    raw: bytes('From: c@example.test\nSubject: =?utf-8?B?SGkNCkJjYzogeEB5LnogIOKAriBlbmQ=?=\n\nText\n'),
    becomes: { body: 'Text', subject: 'Hi Bcc: x@y.z end' },
  },
  {
    name: 'ten thousand recipients',
    raw: mail(`To: ${Array.from({ length: 10_000 }, (_, n) => `c${n}@example.test`).join(',\n ')}`, plain('To all.')),
    becomes: { body: 'To all.' },
  },
  {
    name: 'one megabyte of headers',
    raw: mail(`X-Long: ${'x'.repeat(1_000_000)}`, plain('Short.')),
    becomes: { body: 'Short.' },
  },
  {
    name: 'three megabytes of headers',
    raw: mail(`X-Long: ${'x'.repeat(3_000_000)}`, plain('Short.')),
    becomes: { body: '', unreadable: true, subject: 'Re: Your order', from: 'carla@example.test' },
  },
  { name: 'parts nested 100 deep', raw: mail('', deep(100)), becomes: { body: 'Deep inside.' } },
  {
    name: 'parts nested 1,000 deep',
    raw: mail('', deep(1_000)),
    becomes: { body: '', unreadable: true, subject: 'Re: Your order' },
  },
  {
    name: 'ISO-2022-JP',
    raw: mail(
      'Subject: =?ISO-2022-JP?B?GyRCQ21KOBsoQg==?=',
      bytes('Content-Type: text/plain; charset=ISO-2022-JP\n\n\x1b$B$3$s$K$A$O\x1b(B\n'),
    ),
    becomes: { body: 'こんにちは', subject: '注文' },
  },
  {
    name: 'GB18030',
    raw: mail('', bytes('Content-Type: text/plain; charset=gb18030\n\n\xc4\xe3\xba\xc3\n')),
    becomes: { body: '你好' },
  },
  {
    name: 'UTF-7',
    raw: mail('', bytes('Content-Type: text/plain; charset=utf-7\n\nGr+APwA3w-e: 1 +- 1\n')),
    becomes: { body: 'Gr\u00fc\u00dfe: 1 + 1' },
  },
  {
    name: 'UTF-8 that calls itself US-ASCII stays readable',
    raw: mail('', bytes('Content-Type: text/plain; charset=unknown-8bit\n\nHi \xfcber\n')),
    becomes: { body: 'Hi über' },
  },
  {
    name: 'broken base64',
    raw: mail('', bytes('Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nSGVs*bG8g\n!d29ybGQ\n')),
    becomes: { body: 'Hello world' },
  },
  {
    name: 'a boundary that never ends',
    raw: mail('', bytes('Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nCut off')),
    becomes: { body: 'Cut off' },
  },
  {
    name: 'winmail.dat stays an attachment',
    raw: mail('', multipart('mixed', [plain('See file.'), file('application/ms-tnef', 'winmail.dat', '\x78\x9f')])),
    becomes: { body: 'See file.', attachments: ['winmail.dat'] },
  },
  {
    name: 'an attached mail is not text of the sender',
    raw: mail(
      '',
      multipart('mixed', [plain('Look.'), 'Content-Type: message/rfc822\n\nFrom: x@y.test\n\nForeign text\n']),
    ),
    becomes: { body: 'Look.', attachments: ['message.eml'] },
  },
  {
    name: 'a file name with a path and a script type',
    raw: mail('', multipart('mixed', [plain('Look.'), file('text/html', '../../etc/x.html', '<script>')])),
    becomes: { body: 'Look.', attachments: ['../../etc/x.html'] },
  },
  {
    name: 'NUL in the text',
    raw: mail('', bytes('Content-Type: text/plain\n\nA\0B\n')),
    becomes: { body: 'AB' },
  },
  {
    name: 'references with comments and commas',
    raw: mail('In-Reply-To: Message of Monday <out.1@acme.test>, <out.1@acme.test>', plain('Text')),
    becomes: { body: 'Text', in_reply_to: ['<out.1@acme.test>'] },
  },
  {
    name: 'a zip bomb is only bytes',
    raw: mail('', multipart('mixed', [plain('Zip.'), file('application/zip', '42.zip', Buffer.alloc(1_000))])),
    becomes: { body: 'Zip.', attachments: ['42.zip'] },
  },
]
