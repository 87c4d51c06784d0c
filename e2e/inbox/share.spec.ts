import type { Page } from '@playwright/test'
import { call, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Ada at Acme, with a conversation with Carla. */
async function conversing(ada: Page) {
  const { account_id } = await registerCompany(ada, OUTSIDE)
  await ada.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const customer = { account_id, name: 'Carla', email: 'carla@example.com' }
  const { id: customer_id } = await call<{ id: string }>(ada, '/api/customers', { data: { customer } })
  const data = { conversation: { customer_id, account_id } }
  const { id } = await call<{ id: string }>(ada, '/api/conversations', { data })
  const writes = (message: object) =>
    call(ada, '/api/messages', { data: { message: { conversation_id: id, ...message } } })
  const file = { name: 'cat.png', mimeType: 'image/png', buffer: PIXEL }
  const upload = await ada.request.post('/api/upload', { multipart: { file, account_id, customer_id } })
  const picture = ((await upload.json()) as { data: { id: string; file_url: string } }).data
  await writes({ customer_id, body: 'Where is my **parcel**?', file_ids: [picture.id] })
  await writes({ body: 'She is a reporter', private: true, type: 'note' })
  await writes({ body: 'On its way! @Ben sent it.', metadata: { mentions: [{ id: 1, display_name: 'Ben' }] } })
  await ada.goto(`/conversations/all/${id}`)
  return { id, account_id, customer_id, picture, writes }
}

/** Creates a link in the dialog and returns its path. */
async function shares(ada: Page) {
  await ada.getByRole('button', { name: 'Share conversation' }).click()
  const dialog = ada.getByRole('dialog', { name: 'Share this conversation?' })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = new URL(await dialog.getByLabel('Link', { exact: true }).inputValue())
  return { dialog, link, path: `${link.pathname}${link.search}` }
}

test('asks before creating a link, and turns links off', async ({ somebody }) => {
  for (const machine of [{}, { dark: true, width: 360, height: 740 }]) {
    const ada = await somebody(machine)
    await conversing(ada)
    await ada.getByRole('button', { name: 'Share conversation' }).click()
    const asking = ada.getByRole('dialog', { name: 'Share this conversation?' })
    await expect(asking.getByText('anyone who has the link, without signing in')).toBeVisible()
    await expect(asking.getByText('all messages and files between Carla and your team')).toBeVisible()
    await expect(asking.getByText('(24 hours), or until you turn the link off here')).toBeVisible()
    await expect(asking.getByText('Active links')).toHaveCount(0)
    await expectAccessible(ada)
    await asking.getByRole('button', { name: 'Cancel' }).click()
    await expect(asking).toHaveCount(0)

    const { dialog, link } = await shares(ada)
    await expect(ada.getByText('Copied to clipboard!')).toBeVisible()
    expect(await ada.evaluate(() => navigator.clipboard.readText())).toBe(link.href)
    await expect(dialog.getByRole('heading', { name: 'Active links' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Turn off' })).toHaveCount(1)
    await expectAccessible(ada)
    await expectToFit(ada)

    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await expect(dialog.getByText('Active links')).toHaveCount(0)
    const stranger = await somebody(machine)
    await stranger.goto(`${link.pathname}${link.search}`)
    await expect(stranger.getByRole('heading', { level: 1, name: 'This link has expired' })).toBeVisible()
    await expect(stranger.getByText('Where is my')).toHaveCount(0)
  }
})

test('the link opens a read-only page that reveals nothing else', async ({ somebody }) => {
  const ada = await somebody()
  const { id, account_id, customer_id, picture } = await conversing(ada)
  const { link, path } = await shares(ada)
  expect([...link.searchParams.keys()]).toEqual(['token'])

  for (const machine of [{}, { dark: true, width: 360, height: 740 }]) {
    const stranger = await somebody(machine)
    const answers: string[] = []
    stranger.on('response', async (answer) => {
      if (answer.url().includes('/api/conversations/shared?')) answers.push(await answer.text())
    })
    await stranger.goto(path)
    await expect(stranger.getByRole('heading', { level: 1, name: 'Conversation with Carla' })).toBeVisible()
    await expect(stranger.getByRole('banner')).toHaveText('Acme')
    await expect(stranger).toHaveTitle('Conversation with Carla · Acme')
    await expect(stranger.locator('strong', { hasText: 'parcel' })).toBeVisible()
    await expect(stranger.getByText('On its way!')).toBeVisible()
    await expect(stranger.locator('mark')).toHaveText('@Ben')
    await expect(stranger.getByText('You can read it until')).toBeVisible()
    await expect(stranger.getByText('She is a reporter')).toHaveCount(0)
    await expect(stranger.locator('button, input, textarea')).toHaveCount(0)
    const image = stranger.getByRole('img', { name: 'cat.png' })
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1)
    await expectAccessible(stranger)
    await expectToFit(stranger)

    expect(answers).not.toEqual([])
    const seen = `${answers.join('')}${await stranger.getByRole('main').innerHTML()}`
    for (const secret of [id, account_id, customer_id, picture.id, picture.file_url, 'carla@example.com'])
      expect(seen).not.toContain(secret)

    const refused = ['/share', '/share?token=', `${path}x`, `/share?cid=${id}`, `/share?cid=${id}&token=x`]
    for (const wrong of refused) {
      await stranger.goto(wrong)
      await expect(stranger.getByRole('heading', { level: 1, name: 'Access denied!' })).toBeVisible()
      await expect(stranger.getByText('Where is my')).toHaveCount(0)
    }
    await expectAccessible(stranger)
  }
})

test('an open page expires after 24 hours, and when the link is turned off', async ({ somebody }) => {
  const ada = await somebody()
  const { writes } = await conversing(ada)
  const { dialog, path } = await shares(ada)
  const opens = async () => {
    const stranger = await somebody()
    await stranger.clock.install()
    await stranger.goto(path)
    await expect(stranger.getByText('On its way!')).toBeVisible()
    return stranger
  }
  const patient = await opens()
  await patient.route('**/api/**', (route) => route.abort())
  await patient.clock.fastForward('23:59:00')
  await expect(patient.getByText('On its way!')).toBeVisible()
  await patient.clock.fastForward('02:00')
  await expect(patient.getByRole('heading', { level: 1, name: 'This link has expired' })).toBeVisible()
  await expect(patient.getByText('On its way!')).toHaveCount(0)

  const reader = await opens()
  await writes({ body: 'It arrives tomorrow' })
  await reader.clock.fastForward('00:31')
  await expect(reader.getByText('It arrives tomorrow')).toBeVisible()
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(dialog.getByText('Active links')).toHaveCount(0)
  await reader.clock.fastForward('00:31')
  await expect(reader.getByRole('heading', { level: 1, name: 'This link has expired' })).toBeVisible()
  await expect(reader.getByText('It arrives tomorrow')).toHaveCount(0)
})
