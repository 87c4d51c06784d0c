import { expect, test } from 'vitest'
import { checkRecipients } from './check-recipients.js'
import { compose } from './compose.js'

const records: Record<string, unknown[]> = {
  'MX shop.test': [{ exchange: 'mx.shop.test', priority: 10 }],
  'MX no-mail.test': [{ exchange: '', priority: 0 }],
  'A no-mail.test': ['192.0.2.1'],
  'A old.test': ['192.0.2.1'],
  'AAAA new.test': ['2001:db8::1'],
  'MX xn--caf-dma.test': [{ exchange: 'mx.shop.test', priority: 10 }],
}

async function resolve(name: string, type: string): Promise<never[]> {
  if (name === 'away.test') throw Object.assign(new Error('no answer'), { code: 'ESERVFAIL' })
  const found = records[`${type} ${name}`]
  if (!found) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  return found as never[]
}

const check = (to: string | string[], cc: string[] = []) =>
  checkRecipients(compose('help@acme.test', { account_id: 'acme', to, cc, subject: 'Hello', text: 'Hi' }), resolve)

test.each(['shop.test', 'SHOP.test', 'old.test', 'new.test', 'café.test', 'away.test'])(
  'sends to %s, which takes mail or may take it',
  async (domain) => {
    await expect(check(`carla@${domain}`)).resolves.toBeUndefined()
  },
)

test('refuses a mail if the domain of one recipient takes no mail', async () => {
  await expect(check('carla@gmial.test')).rejects.toThrow('No server takes mail for gmial.test')
  await expect(check('carla@no-mail.test')).rejects.toThrow('No server takes mail for no-mail.test')
  await expect(check('carla@shop.test', ['ben@gmial.test'])).rejects.toThrow('No server takes mail for gmial.test')
})
