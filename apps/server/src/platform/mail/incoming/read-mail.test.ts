import { expect, test } from 'vitest'
import { corpus } from '../../../../test/mails/corpus.js'
import { html, mail, plain, type CorpusMail } from '../../../../test/mails/build.js'
import { readMail } from './read-mail.js'

const read = ({ raw, envelope = { to: ['help@acme.test'] } }: Pick<CorpusMail, 'raw' | 'envelope'>) =>
  readMail(raw, envelope)

test.each(corpus.map((mail) => [mail.name, mail] as const))('%s', async (_name, sample) => {
  const mail = await read(sample)
  const became = {
    body: mail.body,
    kind: mail.kind,
    parts: mail.parts.filter(({ text }) => text.trim() !== '').map(({ kind }) => kind),
    from: mail.from?.email ?? null,
    subject: mail.subject,
    attachments: mail.attachments.map(({ filename, inline }) => (inline ? `${filename} (inline)` : filename)),
    in_reply_to: mail.in_reply_to,
    bounced: mail.report?.recipients,
    original_message_id: mail.report?.original_message_id,
    unreadable: mail.unreadable !== null,
  }
  expect(became).toMatchObject({ kind: 'person', unreadable: false, ...sample.becomes })
})

test('the corpus has at least 60 mails, each with a name of its own', () => {
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length)
  expect(corpus.length).toBeGreaterThanOrEqual(60)
})

test.each(corpus.filter(({ becomes }) => !becomes.unreadable).map((mail) => [mail.name, mail] as const))(
  'folds without losing a line: %s',
  async (_name, sample) => {
    const { parts, text } = await read(sample)
    const joined = parts.map((part) => part.text).join('\n')
    expect(joined).toBe(text?.trim() ? text : joined)
  },
)

test('marks in the HTML what is folded, and keeps all of it', async () => {
  const { folded_html } = await read({
    raw: mail(
      '',
      html(
        '<p>Hi <b>Ada</b></p><div class="moz-cite-prefix">On 04/03/2024 10:15, Ada wrote:</div><blockquote><p>Did it arrive?</p></blockquote><div class="gmail_signature"><i>Carla</i><img src="cid:logo"></div>',
      ),
    ),
  })
  expect(folded_html?.trim()).toBe(
    '<p>Hi <b>Ada</b></p><div class="moz-cite-prefix" data-folded="quote">On 04/03/2024 10:15, Ada wrote:</div><blockquote data-folded="quote"><p>Did it arrive?</p></blockquote><div class="gmail_signature" data-folded="signature"><i>Carla</i><img src="cid:logo"></div>',
  )
})

test('leaves scripts and handlers out of the HTML', async () => {
  const { folded_html, body } = await read({
    raw: mail(
      '',
      html(
        '<p onclick="x()" data-folded="quote">Hi</p><script>alert(1)</script><style>p{}</style><scr<script>ipt>alert(2)</script>',
      ),
    ),
  })
  expect(folded_html).not.toMatch(/<script|onclick|data-folded/i)
  expect(body).toContain('Hi')
})

test('reads hostile HTML and text in time that grows with their size only', async () => {
  const hostile = [
    html('<div>'.repeat(50_000) + 'deep' + '</div>'.repeat(50_000)),
    html('<blockquote>'.repeat(2_000) + 'deep'),
    plain('On '.repeat(100_000)),
    plain('On Mon wrote\n'.repeat(20_000)),
    plain('>'.repeat(500_000)),
    plain(`${' '.repeat(300_000)}x`),
    plain('From: a\n'.repeat(30_000)),
    plain('> a\nb\n'.repeat(30_000)),
    html(`${'<p class="gmail_signature">x</p>'.repeat(20_000)}y`),
    plain(`${'_'.repeat(20)}\n\n`.repeat(20_000)),
  ]
  for (const content of hostile) {
    const before = process.cpuUsage()
    await read({ raw: mail('', content) })
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(2_000)
  }
})
