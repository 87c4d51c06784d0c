import type { Page } from '@playwright/test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { call, joinTeam, menu, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, failUntilClick, test } from '../story.js'

const PAGE = '/developers/event-subscriptions'
const LOCAL = { OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1' }
const rows = (page: Page) => page.getByRole('table', { name: 'Event subscriptions' }).locator('tbody tr')
const deliveries = (page: Page) => page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr')

/** Answers the challenge, and every event with this status. */
async function startReceiver() {
  const receiver = { status: 200, events: [] as string[], url: '', close: () => {} }
  const server = createServer((request, reply) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      const { event, payload } = JSON.parse(body) as { event: string; payload: string }
      if (event === 'webhook:verify') return reply.end(payload)
      receiver.events.push(event)
      return reply.writeHead(receiver.status).end('what the receiver says')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  receiver.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return receiver
}

const subscribe = (page: Page, webhook_url: string) =>
  call<{ id: string }>(page, '/api/event_subscriptions', { data: { event_subscription: { webhook_url } } })

test('an admin adds, updates and removes a webhook', async ({ installOnce }) => {
  const { somebody } = await installOnce(LOCAL)
  const receiver = await startReceiver()
  const ada = await somebody()
  await registerCompany(ada, PAGE)
  await ada.getByRole('button', { name: 'Add your first webhook URL' }).click()
  const dialog = ada.getByRole('dialog', { name: 'Add webhook URL' })
  const field = dialog.getByRole('textbox', { name: 'Webhook URL' })
  const status = dialog.getByRole('status')
  // Nothing is saved before the user has seen that the verification failed.
  await field.fill('foo')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(status).toHaveText('Not verified. The URL is not an http or https URL.')
  await expect(dialog.getByRole('button', { name: 'Add anyway' })).toBeEnabled()
  await expectAccessible(ada)
  await field.fill('http://10.0.0.1/hook')
  await field.blur()
  await expect(status).toHaveText('Verifying...')
  await expect(status).toHaveText('Not verified. The URL leads to a network that this server may not call.')
  await field.fill(receiver.url)
  await expect(status).toHaveText('')
  await field.blur()
  await expect(status).toHaveText('Verifying...')
  await expect(status).toHaveText('Verified!')
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await dialog.getByRole('checkbox', { name: 'customer:created' }).check()
  await expectAccessible(ada)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(rows(ada)).toHaveCount(1)
  await expect(rows(ada)).toContainText(receiver.url)
  await expect(rows(ada)).toContainText('Verified')
  await expect(rows(ada)).toContainText(String(new Date().getFullYear()))

  await ada.getByRole('button', { name: 'Update' }).click()
  const updating = ada.getByRole('dialog', { name: 'Update webhook URL' })
  await expect(updating.getByRole('checkbox', { name: 'customer:created' })).toBeChecked()
  // The same URL stays verified, also while its receiver is down.
  receiver.close()
  await updating.getByRole('checkbox', { name: 'customer:merged', exact: true }).check()
  await expect(updating.getByRole('status')).toHaveText('')
  await updating.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(updating).toHaveCount(0)
  await expect(rows(ada)).toContainText('Verified')

  await ada.getByRole('button', { name: 'Update' }).click()
  await updating.getByRole('textbox', { name: 'Webhook URL' }).fill('http://127.0.0.1:9/')
  await updating.getByRole('button', { name: 'Update' }).click()
  await updating.getByRole('button', { name: 'Update anyway' }).click()
  await expect(rows(ada)).toContainText('Unverified')

  await ada.getByRole('button', { name: 'Remove' }).click()
  const asking = ada.getByRole('dialog', { name: 'Are you sure you want to delete this webhook?' })
  await asking.getByRole('button', { name: 'No' }).click()
  await expect(rows(ada)).toHaveCount(1)
  await ada.getByRole('button', { name: 'Remove' }).click()
  await asking.getByRole('button', { name: 'Yes' }).click()
  await expect(ada.getByText('No webhooks yet')).toBeVisible()
})

test('the page of a webhook shows the secret, sends tests and sends again', async ({ installOnce }) => {
  const { somebody } = await installOnce(LOCAL)
  const receiver = await startReceiver()
  const ada = await somebody({ dark: true })
  await registerCompany(ada, OUTSIDE)
  await subscribe(ada, receiver.url)
  await ada.goto(PAGE)
  await ada.getByRole('link', { name: receiver.url }).click()
  await expect(ada.getByRole('heading', { level: 1, name: 'Webhook' })).toBeVisible()
  await expect(ada.getByText('message:created, conversation:created')).toBeVisible()

  const secret = ada.getByRole('region', { name: 'Signing secret' }).locator('input')
  await expect(secret).toHaveValue(/^whsec_/)
  const before = await secret.inputValue()
  await ada.getByRole('button', { name: 'New secret' }).click()
  await ada.getByRole('button', { name: 'Create a new secret' }).click()
  await expect(secret).not.toHaveValue(before)
  await expect(ada.getByText('Calls are also signed with the previous secret until')).toBeVisible()

  await ada.getByLabel('Test event').selectOption('note:created')
  await ada.getByRole('button', { name: 'Send test' }).click()
  await expect(deliveries(ada)).toHaveText([/note:createdTestDelivered/])
  expect(receiver.events).toEqual(['note:created'])
  await expectAccessible(ada)

  await ada.getByRole('button', { name: 'Show note:created' }).click()
  const dialog = ada.getByRole('dialog', { name: 'note:created' })
  await expect(dialog.getByRole('region', { name: 'Attempts' })).toContainText('Status 200')
  await expect(dialog).toContainText('what the receiver says')
  await expect(dialog.getByLabel('What is sent')).toContainText('Prefers email')
  await expectAccessible(ada)
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(dialog).toContainText('2 attempts')
  expect(receiver.events).toEqual(['note:created', 'note:created'])
  await dialog.getByRole('button', { name: 'Close' }).click()

  await ada.getByLabel('Status').selectOption('failed')
  await expect(ada.getByText('No deliveries.')).toBeVisible()
  await ada.getByLabel('Status').selectOption('delivered')
  await expect(deliveries(ada)).toHaveCount(1)

  await ada.getByRole('button', { name: 'Send everything since...' }).click()
  const sending = ada.getByRole('dialog', { name: 'Send everything since' })
  await sending.getByLabel('Since').fill('2026-01-01T00:00')
  await sending.getByRole('button', { name: 'Send' }).click()
  await expect(ada.getByText('0 events are sent again.')).toBeVisible()
  receiver.close()
})

test('fits a phone, and offers a retry after a failure', async ({ installOnce }) => {
  const { somebody } = await installOnce(LOCAL)
  const receiver = await startReceiver()
  const ada = await somebody({ width: 360, height: 740 })
  await registerCompany(ada, OUTSIDE)
  const { id } = await subscribe(ada, `${receiver.url}/${'long'.repeat(100)}`)
  await failUntilClick(ada, '**/api/event_subscriptions', (route) => route.abort())
  await ada.goto(PAGE)
  await ada.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(ada)).toHaveCount(1)
  await expectToFit(ada)
  await ada.goto(`${PAGE}/${id}`)
  await ada.getByRole('button', { name: 'Send test' }).click()
  await expect(deliveries(ada)).toHaveCount(1)
  await expectToFit(ada)
  receiver.close()
})

test('members neither see the menu entry nor the page', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada)
  await expect(menu(ada).getByRole('button', { name: 'Developers' })).toBeVisible()
  await joinTeam(ben, ada)
  await expect(menu(ben).getByRole('button', { name: 'Developers' })).toHaveCount(0)
  await ben.goto(PAGE)
  await expect(ben).toHaveURL(/\/conversations\/all/)
})
