import type { Conversation } from '@papercups/contract'
import { call, goes, menu, opensChat, registerCompany, says } from '../people.js'
import { expect, expectToHear, test } from '../story.js'
import { asks } from '../visitors.js'

test('a seen reply stays "Seen" when the response to its request is late', async ({ somebody }) => {
  const [ada, carla] = [await somebody(), await somebody()]
  const { account_id } = await registerCompany(ada)
  await opensChat(carla, account_id)
  await says(carla, 'Where is my parcel?')
  await ada.getByRole('link', { name: /Where is my parcel/ }).click()
  await expectToHear(ada)

  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let answered = () => {}
  const isAnswered = new Promise<void>((resolve) => (answered = resolve))
  await ada.route('**/api/messages', async (route) => {
    const response = await route.fetch()
    await released
    await route.fulfill({ response })
    answered()
  })
  await ada.getByRole('textbox', { name: 'Reply' }).fill('On its way!')
  await ada.getByRole('textbox', { name: 'Reply' }).press('Control+Enter')
  const history = ada.getByLabel('Messages', { exact: true })
  await expect(history.getByText('Seen', { exact: true })).toBeVisible()
  release()
  await isAnswered
  // The response has been handled when the outbox is empty.
  await expect
    .poll(() => ada.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('outbox')).length))
    .toBe(0)
  await expect(history.getByText('Seen', { exact: true })).toBeVisible()
})

test('a conversation opened while the server is unreachable stays unread until it is shown', async ({
  papercups,
  somebody,
}) => {
  const ada = await somebody()
  await registerCompany(ada)
  // The conversation chunk loads with the first conversation.
  const first = await asks(ada, 'Erik', 'Thank you!')
  await goes(ada, `/conversations/all/${first}`)
  await expect(ada.getByLabel('Messages', { exact: true }).getByText('Thank you!')).toBeVisible()
  await goes(ada, '/conversations/all')
  const id = await asks(ada, 'Carla', 'Where is my parcel?')
  const row = ada.getByRole('link', { name: /Where is my parcel/ })
  await expect(row).toBeVisible()
  const isRead = async () => (await call<Conversation>(ada, `/api/conversations/${id}`)).read
  expect(await isRead()).toBe(false)

  await papercups.kill()
  await goes(ada, `/conversations/all/${id}`)
  await expect(ada.getByRole('region', { name: 'Conversation with Carla' })).toBeVisible()
  await expect(ada.getByText('Connection lost.')).toBeVisible()
  await goes(ada, '/conversations/closed')
  await papercups.start()
  await expect(ada.getByText('Connection lost.')).toHaveCount(0)
  // Everything queued for the connection has been sent before this arrives.
  await asks(ada, 'Dora', 'Do you deliver on Sundays?')
  await menu(ada).getByRole('link', { name: /Inbox/ }).first().click()
  await expect(ada.getByRole('link', { name: /Do you deliver on Sundays/ })).toBeVisible()
  expect(await isRead()).toBe(false)

  await row.click()
  await expect(ada.getByLabel('Messages', { exact: true }).getByText('Where is my parcel?')).toBeVisible()
  await expect.poll(isRead).toBe(true)
})
