import { history } from '../inbox/locators.js'
import { mailsTo } from '../mail.js'
import { call, HOME, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

test('an agent starts a conversation by email, with copies, from another inbox', async ({ papercups, somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  const email = `dora-${Date.now()}@example.com`
  const { id } = await call<{ id: string }>(ada, '/api/customers', { data: { customer: { name: 'Dora', email } } })
  const sales = await call<{ id: string }>(ada, '/api/inboxes', { data: { inbox: { name: 'Sales' } } })
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await ada.route('**/api/inboxes', (route) => answered.then(() => route.continue()))
  await ada.goto(`/customers/${id}`)
  const asked = ada.waitForRequest('**/api/inboxes')
  await ada.getByRole('button', { name: 'Start new conversation' }).click()
  await asked
  const dialog = ada.getByRole('dialog', { name: 'Start a new conversation' })
  // It waits for the inboxes: a field that appears later would move the others under the pointer.
  await expect(dialog).toBeHidden()
  answer()
  const source = dialog.getByRole('combobox', { name: 'Source' })
  await expect(source).toHaveValue('Chat')
  await expect(dialog.getByLabel('Subject')).toHaveCount(0)
  await source.click()
  await ada.getByRole('option', { name: 'Email' }).click()
  await dialog.getByRole('combobox', { name: 'Inbox' }).click()
  await ada.getByRole('option', { name: 'Sales' }).click()
  const cc = dialog.getByRole('combobox', { name: 'Cc', exact: true })
  await cc.fill('eve')
  await cc.press('Enter')
  await dialog.getByLabel('Subject').fill('Your invoice')
  await dialog.getByLabel('Message').fill('It is **ready**.')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Not an email: eve')).toBeVisible()
  await cc.press('Backspace')
  await cc.pressSequentially('eve@example.com,')
  await dialog.getByRole('combobox', { name: 'Bcc' }).pressSequentially('boss@example.com,')
  await expectAccessible(ada)
  await ada.setViewportSize({ width: 360, height: 740 })
  await expectToFit(ada)
  await ada.setViewportSize({ width: 1280, height: 800 })
  const posted = ada.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/conversations'),
  )
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(ada.getByText('Message successfully sent.')).toBeVisible()
  expect((await posted).postDataJSON()).toMatchObject({
    conversation: {
      ...{ customer_id: id, inbox_id: sales.id, source: 'email', subject: 'Your invoice' },
      message: { body: 'It is **ready**.', sent_at: expect.any(String) },
    },
  })

  await expect
    .poll(async () => (await mailsTo(papercups, email)).map(({ subject }) => subject))
    .toEqual(['Your invoice'])
  const conversations = await call<{ id: string }[]>(ada, `/api/conversations?inbox_id=${sales.id}`)
  // The agent knows what they wrote.
  expect(conversations).toMatchObject([{ read: true }])
  await ada.goto(`${HOME}/${conversations[0]?.id}`)
  const state = history(ada).getByText(`Emailed to ${email}, Cc eve@example.com, Bcc boss@example.com`)
  await expect(state).toBeVisible()
})

test('an agent writes an email to a new address from the inbox, and it is shown as a conversation', async ({
  papercups,
  somebody,
}) => {
  const ada = await somebody()
  await registerCompany(ada)
  await ada.getByRole('button', { name: 'New email' }).click()
  const dialog = ada.getByRole('dialog', { name: 'New email' })
  await dialog.getByLabel('To').fill('nobody')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('Please enter an email address.')).toBeVisible()
  await expect(dialog.getByText('Please write a message first.')).toBeVisible()
  await expectAccessible(ada)
  const email = `finn-${Date.now()}@example.com`
  await dialog.getByLabel('To').fill(email)
  await dialog.getByLabel('Subject').fill('Welcome')
  await dialog.getByLabel('Message').fill('Good to have you.')
  await ada.setViewportSize({ width: 360, height: 740 })
  await expectToFit(ada)
  await ada.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(ada).toHaveURL(/\/conversations\/all\/[0-9a-f-]{36}$/)
  await expect(history(ada).getByText('Good to have you.')).toBeVisible()
  await expect(history(ada).getByText(`Emailed to ${email}`)).toBeVisible()
  expect((await mailsTo(papercups, email)).map(({ subject }) => subject)).toEqual(['Welcome'])
})
