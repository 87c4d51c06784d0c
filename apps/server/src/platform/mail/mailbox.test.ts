import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../log.js'
import type { Mailbox } from './mailbox.js'
import { createMailer, type Mailer } from './mailer.js'

let data_dir: string
let mailer: Mailer
let mailbox: Mailbox
beforeEach(async () => {
  data_dir = await mkdtemp(join(tmpdir(), 'mailbox-'))
  const config = {
    smtp_url: undefined,
    smtp_retries: 2,
    mailgun: undefined,
    mail_from: 'Acme <help@acme.test>',
    data_dir,
    check_recipient_domains: true,
  }
  mailer = createMailer(config, createLog('silent'))
  if (!mailer.mailbox) throw new Error('without a mail server there is a mailbox')
  mailbox = mailer.mailbox
})
afterEach(() => rm(data_dir, { recursive: true }))

test('without a mail server it keeps the mail, readable by its owner only', async () => {
  expect(await mailbox.list('acme')).toEqual([])
  await mailer.sendMail({
    account_id: 'acme',
    to: 'carla@example.test',
    subject: 'Grüße',
    text: 'Hi',
    html: '<script>alert(1)</script>',
    attachments: [{ filename: 'a.txt', content_type: 'text/plain', bytes: Buffer.from('abc') }],
  })
  const [kept] = await mailbox.list('acme')
  expect(kept).toMatchObject({ from: 'Acme <help@acme.test>', to: ['carla@example.test'], subject: 'Grüße' })
  expect(await mailbox.find('acme', kept?.id ?? '')).toMatchObject({
    text: 'Hi',
    html: '<script>alert(1)</script>',
    reply_to: null,
    attachments: [{ filename: 'a.txt', content_type: 'text/plain', size: 3 }],
  })
  expect((await stat(join(data_dir, 'mailbox'))).mode & 0o777).toBe(0o700)
})

test('lists the newest first and keeps the last 200', async () => {
  await Promise.all(
    Array.from({ length: 205 }, (_, i) =>
      mailer.sendMail({ account_id: 'acme', to: 'c@example.test', subject: `${i}`, text: '' }),
    ),
  )
  await mailer.sendMail({ account_id: 'acme', to: 'c@example.test', subject: 'last', text: '' })
  const kept = await mailbox.list('acme')
  expect(kept).toHaveLength(200)
  expect(kept[0]?.subject).toBe('last')
  expect(await readdir(join(data_dir, 'mailbox'))).toHaveLength(200)
  await mailbox.empty('globex')
  expect(await mailbox.list('acme')).toHaveLength(200)
  await mailbox.empty('acme')
  expect(await mailbox.list('acme')).toEqual([])
})

test('an id finds a mail of its account, and no other mail or file', async () => {
  await mailer.sendMail({ account_id: 'acme', to: 'c@example.test', subject: 'Ours', text: '' })
  const [ours] = await mailbox.list('acme')
  expect(await mailbox.list('globex')).toEqual([])
  expect(await mailbox.find('globex', ours?.id ?? '')).toBeUndefined()
  expect(await mailbox.find('acme', ours?.id ?? '')).toMatchObject({ subject: 'Ours' })

  await writeFile(join(data_dir, 'secret-key.json'), '{}')
  for (const id of ['../secret-key', '..%2fsecret-key', '', '.', '/etc/passwd', '20260101000000000-abcdefabcdef']) {
    expect(await mailbox.find('acme', id)).toBeUndefined()
  }
})
