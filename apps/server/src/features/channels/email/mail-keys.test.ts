import { expect, test } from 'vitest'
import { mail, plain } from '../../../../test/mails/build.js'
import { readMail } from '../../../platform/mail/incoming/read-mail.js'
import { mailKeysOf } from './mail-keys.js'
import { summarize } from './mail-summary.js'

test('of a long thread, the message has the first and the newest references', async () => {
  const ids = Array.from({ length: 60 }, (_, at) => `<${at}@shop.test>`)
  const read = await readMail(mail(`From: dana@shop.test\nReferences: ${ids.join('\n ')}`, plain('Still dark')), {
    to: ['help@acme.test'],
  })
  expect(read.references).toEqual(ids)
  const claim = { source: 'smtp', provider_id: undefined, verdict: 'unknown' } as const
  const { ses_references } = mailKeysOf(read, claim, summarize(read, []), [])
  expect(ses_references).toBe([...ids.slice(0, 1), ...ids.slice(-19)].join(' '))
})
