import type { ForwardingAddress } from '@papercups/contract'
import type { Page } from '@playwright/test'
import { call, HOME, joinTeam, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'
import { TAKES_MAIL } from './mails.js'

/** Hands a mail over as the operator's mail server does. */
async function forwards(page: Page, to: string, lines: string[]) {
  const headers = { authorization: `Bearer ${TAKES_MAIL.MAIL_IN_SECRET}`, 'content-type': 'message/rfc822' }
  const answer = await page.request.post('/api/mail/inbound', {
    params: { to, from: 'dana@shop.test' },
    headers,
    data: lines.join('\r\n'),
  })
  expect(answer.status()).toBe(200)
}

test('an admin creates a forwarding address, mail to it becomes a conversation, and it can be deleted', async ({
  installOnce,
}) => {
  const { somebody } = await installOnce(TAKES_MAIL)
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  const { id } = await call<{ id: string }>(ada, '/api/inboxes/primary')
  await ada.goto(`/inboxes/${id}/email-forwarding`)
  await expect(ada.getByText('No forwarding addresses yet')).toBeVisible()

  await ada.getByRole('button', { name: 'New', exact: true }).click()
  const dialog = ada.getByRole('dialog', { name: 'Create new forwarding address' })
  await expect(dialog.getByRole('link', { name: 'how to forward mail' })).toBeVisible()
  const source = dialog.getByLabel('Which address will you be forwarding from?')
  await source.fill('not an address')
  const logged = ada.waitForEvent('console', (line) => line.text().startsWith('A form could not be saved'))
  await dialog.getByRole('button', { name: 'Create' }).click()
  const refusal = dialog.getByText('is not an email address')
  await expect(refusal).toBeVisible()
  await expect(refusal).toHaveCSS('color', /^rgb\((2[0-5]|1[5-9])\d, /)
  expect((await logged).type()).toBe('error')
  await source.fill('help@acme.test')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()

  const table = ada.getByRole('table', { name: 'Forwarding addresses' })
  await expect(table.getByRole('columnheader')).toHaveText(['Forwarding address', 'Source', 'Actions'])
  const [created] = await call<ForwardingAddress[]>(ada, `/api/forwarding_addresses?inbox_id=${id}`)
  const address = created?.forwarding_email_address ?? ''
  expect(address).toMatch(/^[a-z2-7]{32}@chat\.acme\.test$/)
  await expect(table.getByRole('link', { name: address })).toHaveAttribute('href', `mailto:${address}`)
  await expect(table.getByRole('cell', { name: 'help@acme.test' })).toBeVisible()
  await call(ada, `/api/forwarding_addresses/${created?.id}`, {
    method: 'PUT',
    data: { forwarding_address: { description: 'Orders of lamps' } },
  })
  await call(ada, '/api/forwarding_addresses', { data: { forwarding_address: { inbox_id: id } } })
  await ada.reload()
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table.getByRole('cell', { name: '--' })).toBeVisible()

  const search = ada.getByLabel('Search forwarding addresses')
  await search.fill('ACME.test help')
  await expect(table.getByRole('row')).toHaveCount(2)
  for (const words of [created?.id ?? '', 'orders LAMPS', address.slice(4, 20)]) {
    await search.fill(words)
    await expect(table.getByRole('row')).toHaveCount(2)
    await expect(table.getByRole('link', { name: address })).toBeVisible()
  }
  await search.fill('acme nowhere')
  await expect(ada.getByText('No matches')).toBeVisible()
  await search.fill('')

  await forwards(ada, address, [
    'From: Dana Field <dana@shop.test>',
    'To: help@acme.test',
    'Subject: The blue lamp flickers',
    'Message-ID: <lamp@shop.test>',
    '',
    'Can you send a new one?',
  ])
  await ada.goto(HOME)
  await ada.getByRole('link', { name: /Dana Field/ }).click()
  await expect(ada.getByText('Can you send a new one?').last()).toBeVisible()

  await ada.goto(`/inboxes/${id}/email-forwarding`)
  await ada.getByRole('button', { name: `Delete ${address}` }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'No' }).click()
  await expect(table.getByRole('link', { name: address })).toBeVisible()
  await ada.getByRole('button', { name: `Delete ${address}` }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await expect(table.getByRole('link', { name: address })).toHaveCount(0)
})

test('a server that takes no mail says what to set, and members have no page', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada, '/settings/email-forwarding')
  await ada.getByRole('button', { name: 'New', exact: true }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await expect(ada.getByRole('dialog').getByText('its operator has to set MAIL_IN_DOMAIN')).toBeVisible()

  await joinTeam(ben, ada, OUTSIDE)
  await ben.goto('/settings/email-forwarding')
  await expect(ben).toHaveURL(/\/settings\/profile/)
})

test('a list or a deletion that fails is logged, and loading ends', async ({ installOnce }) => {
  const { somebody } = await installOnce(TAKES_MAIL)
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  const { id } = await call<{ id: string }>(ada, '/api/forwarding_addresses', { data: { forwarding_address: {} } })
  const logged = () => ada.waitForEvent('console', (line) => line.type() === 'error' && line.text().includes('no luck'))
  const failure = { status: 500, json: { error: { status: 500, message: 'no luck' } } }

  await ada.route('**/api/forwarding_addresses*', (route) => route.fulfill(failure))
  const [loading] = await Promise.all([logged(), ada.goto('/settings/email-forwarding')])
  expect(loading.text()).toContain('no luck')
  await expect(ada.getByText('Error retrieving forwarding addresses')).toBeVisible()
  await ada.unroute('**/api/forwarding_addresses*')
  await ada.getByRole('button', { name: 'Try again' }).click()
  await expect(ada.getByRole('table', { name: 'Forwarding addresses' })).toBeVisible()

  await ada.route(`**/api/forwarding_addresses/${id}`, (route) => route.fulfill(failure))
  await ada.getByRole('button', { name: /^Delete / }).click()
  await Promise.all([logged(), ada.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()])
  await expect(ada.getByRole('table', { name: 'Forwarding addresses' }).getByRole('row')).toHaveCount(2)
})

test('on the starter plan the page asks to upgrade, and the server refuses', async ({ install }) => {
  const { somebody } = await install({ ...TAKES_MAIL, BILLING_ENABLED: 'true' })
  const ada = await somebody()
  await registerCompany(ada, '/settings/email-forwarding')
  const upgrade = ada.getByRole('main').getByRole('link', { name: 'Upgrade your plan' })
  await expect(upgrade).toHaveAttribute('href', '/billing')
  await ada.getByRole('button', { name: 'New', exact: true }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await expect(ada.getByRole('dialog').getByText('part of the Lite and Team plans')).toBeVisible()
})

test('the page of forwarding addresses is accessible and fits on wide and narrow screens', async ({ installOnce }) => {
  const { somebody } = await installOnce(TAKES_MAIL)
  const source_email_address = `${'a-long-name-'.repeat(5)}@${'department.'.repeat(8)}acme.test`
  for (const width of [1280, 360]) {
    const ada = await somebody({ width, height: 740, dark: width === 360 })
    await registerCompany(ada, OUTSIDE)
    await call(ada, '/api/forwarding_addresses', { data: { forwarding_address: { source_email_address } } })
    await ada.goto('/settings/email-forwarding')
    await expect(ada.getByRole('cell', { name: source_email_address })).toBeVisible()
    await expectToFit(ada)
    await expectAccessible(ada)
    await ada.getByRole('button', { name: 'New', exact: true }).click()
    await expect(ada.getByRole('dialog')).toBeVisible()
    await expectToFit(ada)
    await expectAccessible(ada)
  }
})
