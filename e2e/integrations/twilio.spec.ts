import { newSid, sign, startTwilio } from '../../apps/server/test/twilio/stand-in.js'
import { history } from '../inbox/locators.js'
import { call, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

test('an SMS leaves from an inbox that has a number', async ({ install }) => {
  const twilio = await startTwilio()
  const own = { account_sid: newSid('AC'), auth_token: newSid('SM'), number: '+15551230001', mms: false }
  twilio.numbers.push(own)
  const { somebody } = await install({ TWILIO_URL: twilio.url, OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1' })
  const ada = await somebody()
  const { account_id } = await registerCompany(ada, OUTSIDE)
  const sales = await call<{ id: string }>(ada, '/api/inboxes', { data: { inbox: { name: 'Sales' } } })
  const authorization = {
    inbox_id: sales.id,
    twilio_account_sid: own.account_sid,
    twilio_auth_token: own.auth_token,
    from_phone_number: own.number,
  }
  await call(ada, '/api/twilio/auth', { data: { authorization } })
  const customer = { account_id, name: 'Dora', phone: '+15557654322' }
  const dora = await call<{ id: string }>(ada, '/api/customers', { data: { customer } })

  await ada.goto(`/customers/${dora.id}`)
  await ada.getByRole('button', { name: 'Start new conversation' }).click()
  const start = ada.getByRole('dialog', { name: 'Start a new conversation' })
  const inbox = start.getByRole('combobox', { name: 'Inbox' })
  await expect(inbox).toHaveValue('Primary Inbox')
  await start.getByRole('combobox', { name: 'Source' }).click()
  await ada.getByRole('option', { name: 'SMS' }).click()
  await expect(inbox).toHaveValue('Sales')
  await inbox.click()
  await expect(ada.getByRole('option')).toHaveText(['Sales'])
  await ada.getByRole('option', { name: 'Sales' }).click()
  await start.getByLabel('Message').fill('Your table is ready')
  await start.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => twilio.sent.map(({ to }) => to)).toEqual(['+15557654322'])
  const [conversation] = await call<Array<{ inbox_id: string }>>(ada, `/api/conversations?customer_id=${dora.id}`)
  expect(conversation?.inbox_id).toBe(sales.id)
  await twilio.close()
})

test('an admin connects Twilio, sends an SMS from the page of a customer, and gets an answer', async ({ install }) => {
  const twilio = await startTwilio()
  const own = { account_sid: newSid('AC'), auth_token: newSid('SM'), number: '+15551230000', mms: false }
  twilio.numbers.push(own)
  const { somebody } = await install({ TWILIO_URL: twilio.url, OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1' })
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  const { id } = await call<{ id: string }>(ada, '/api/inboxes/primary')

  await ada.goto('/integrations/twilio')
  await expect(ada.getByRole('link', { name: 'Integrations' }).last()).toHaveAttribute('href', '/integrations')
  await ada.goto('/integrations')
  await ada.getByRole('link', { name: 'Configure SMS with Twilio' }).click()
  await expect(ada).toHaveURL(`/inboxes/${id}/integrations/twilio`)
  await expect(ada.getByRole('link', { name: 'Inbox', exact: true }).last()).toHaveAttribute('href', `/inboxes/${id}`)
  const card = ada.getByRole('region', { name: 'Connection to Twilio' })
  await expect(card.getByText('Not connected')).toHaveCount(3)
  const webhook = (await ada.getByRole('region', { name: 'How does it work?' }).locator('code').textContent()) ?? ''
  await expectAccessible(ada)

  await card.getByRole('button', { name: 'Connect' }).click()
  const dialog = ada.getByRole('dialog', { name: 'Connect to Twilio' })
  await expect(dialog.getByLabel('Phone number')).toHaveAttribute('placeholder', '+15551234567')
  const save = dialog.getByRole('button', { name: 'Connect' })
  await dialog.getByLabel('Account SID').fill(own.account_sid)
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Auth token').fill('a-wrong-token')
  await dialog.getByLabel('Phone number').fill('5551230000')
  await save.click()
  await expect(dialog.getByText('Phone number must start with + and the country code')).toBeVisible()
  await dialog.getByLabel('Phone number').fill('+1 555 123 0000')
  await save.click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Invalid Twilio authorization details. Please check the inputs above and try again.',
  )
  await expectAccessible(ada)
  await dialog.getByLabel('Auth token').fill(own.auth_token)
  await save.click()
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
  for (const shown of [own.account_sid, '••••••••••••', own.number])
    await expect(card.getByText(shown, { exact: true })).toBeVisible()
  await ada.setViewportSize({ width: 360, height: 720 })
  await expectToFit(ada)
  await ada.setViewportSize({ width: 1280, height: 720 })

  const { account_id } = await call<{ account_id: string }>(ada, '/api/me')
  const customer = { account_id, name: 'Dora', email: 'dora at example' }
  const dora = await call<{ id: string }>(ada, '/api/customers', { data: { customer } })
  await ada.goto(`/customers/${dora.id}`)
  await ada.getByRole('button', { name: 'Start new conversation' }).click()
  const start = ada.getByRole('dialog', { name: 'Start a new conversation' })
  await start.getByRole('combobox', { name: 'Source' }).click()
  await expect(ada.getByRole('option', { name: 'Email' })).toHaveAttribute('data-combobox-disabled', 'true')
  await ada.getByRole('option', { name: 'SMS' }).click()
  await start.getByLabel('Phone number').fill('12345')
  await start.getByLabel('Message').fill('Your table is ready')
  await start.getByRole('button', { name: 'Send' }).click()
  await expect(start.getByText('Phone number is a short code')).toBeVisible()
  await start.getByLabel('Phone number').fill('+15557654321')
  await start.getByRole('button', { name: 'Send' }).click()
  await expect
    .poll(() => twilio.sent.map(({ to, body }) => [to, body]))
    .toEqual([['+15557654321', 'Your table is ready']])

  const calls = async (url: string, form: Record<string, string>) => {
    const headers = { 'x-twilio-signature': sign(own.auth_token, url, form) }
    expect((await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) })).status).toBe(200)
  }
  const sides = { AccountSid: own.account_sid, From: '+15557654321', To: own.number }
  await calls(webhook, { ...sides, MessageSid: newSid('SM'), Body: 'On my way', NumMedia: '0' })
  await ada.goto('/conversations/all')
  await ada.getByRole('link', { name: /Dora/ }).click()
  const thread = history(ada)
  await expect(thread.getByText('On my way')).toBeVisible()
  const [sms] = twilio.sent
  const report = { AccountSid: own.account_sid, From: own.number, To: '+15557654321', MessageSid: sms?.sid ?? '' }
  await calls(sms?.status_callback ?? '', { ...report, MessageStatus: 'delivered' })
  await expect(thread.getByText('Delivered to the phone')).toBeVisible()
  await expectAccessible(ada)

  await ada.goto(`/inboxes/${id}/integrations/twilio`)
  await card.getByRole('button', { name: 'Disconnect' }).click()
  const question = ada.getByRole('dialog', { name: 'Are you sure you want to disconnect from Twilio?' })
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(card.getByText('Not connected')).toHaveCount(3)
  await twilio.close()
})
