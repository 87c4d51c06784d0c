import type { Locator, Page } from '@playwright/test'
import { call, HOME, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, test } from '../story.js'
import { adds, asks } from '../visitors.js'
import { list, rows } from './locators.js'

const header = (page: Page) => page.locator('header').filter({ has: page.getByRole('button', { name: 'Delete' }) })
const details = (page: Page) => page.getByRole('complementary', { name: 'Details' })
const notice = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not drawn')
  return box
}
type Box = Awaited<ReturnType<typeof boxOf>>

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test('a shortcut that is held down acts once', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  await asks(ada, 'Carla', 'The oldest')
  await asks(ada, 'Dora', 'In the middle')
  const newest = await asks(ada, 'Eve', 'The newest')
  await ada.goto(`/conversations/all/${newest}`)
  await expect(rows(ada)).toHaveCount(3)
  await expect(ada.getByLabel('Messages', { exact: true }).getByText('The newest')).toBeVisible()

  await ada.keyboard.down('Control')
  await ada.keyboard.down('d')
  await ada.keyboard.down('d')
  await expect(rows(ada)).toHaveCount(2)
  await expect(ada.getByRole('heading', { name: 'Dora', exact: true })).toBeVisible()
  // The key is still down: the browser repeats it on the next conversation.
  for (let repeat = 0; repeat < 5; repeat += 1) await ada.keyboard.down('d')
  await ada.keyboard.up('d')
  await ada.keyboard.press('p')
  await ada.keyboard.up('Control')
  await expect(rows(ada).filter({ hasText: 'In the middle' })).toContainText('Priority')
  await expect(ada.getByText('Conversation closed!')).toHaveCount(0)
  await expect(rows(ada)).toHaveCount(2)
})

for (const width of [1280, 1200, 1000]) {
  test(`opening the details does not move the header buttons at ${width} pixels`, async ({ somebody }) => {
    const ada = await somebody({ width })
    await registerCompany(ada, OUTSIDE)
    const id = await asks(ada, 'Carla', 'Hello')
    await ada.goto(`/conversations/all/${id}`)
    const besides = width >= 1200
    await expect(details(ada)).toHaveCount(besides ? 1 : 0)

    const buttons = header(ada).getByRole('button')
    await expect(buttons).toHaveCount(6)
    const before = await Promise.all((await buttons.all()).map(boxOf))
    await header(ada)
      .getByRole('button', { name: besides ? 'Hide details' : 'Show details' })
      .click()
    await expect(details(ada)).toHaveCount(besides ? 0 : 1)
    expect(await Promise.all((await buttons.all()).map(boxOf))).toEqual(before)

    await header(ada)
      .getByRole('button', { name: besides ? 'Show details' : 'Hide details' })
      .dblclick()
    await expect(details(ada)).toHaveCount(besides ? 0 : 1)
    await expect(header(ada).getByRole('button', { name: 'Mark as priority' })).toBeVisible()
  })
}

test('at exactly 1200 pixels the details are beside the messages', async ({ somebody }) => {
  const ada = await somebody({ width: 1200 })
  await registerCompany(ada, OUTSIDE)
  await ada.goto(`/conversations/all/${await asks(ada, 'Carla', 'Hello')}`)
  await expect(details(ada)).toBeVisible()
  await expect(ada.getByRole('button', { name: 'Close details' })).toHaveCount(0)
  const thread = ada.getByRole('region', { name: 'Conversation with Carla' })
  expect(overlap(await boxOf(details(ada)), await boxOf(thread))).toBe(false)
})

test('selecting a conversation does not move the rows', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  for (const name of ['Carla', 'Dora', 'Eve']) await asks(ada, name, `This is ${name}`)
  await ada.goto(HOME)
  await expect(rows(ada)).toHaveCount(3)
  const before = await Promise.all((await rows(ada).all()).map(boxOf))

  await ada.getByLabel('Select Dora').check()
  const bar = ada.getByRole('toolbar', { name: 'Selected conversations' })
  await expect(bar.getByRole('button', { name: 'Close', exact: true })).toBeVisible()
  expect(await Promise.all((await rows(ada).all()).map(boxOf))).toEqual(before)
  // The bulk bar covers the search, so it is not in the tab order.
  await expect(list(ada).locator('header')).toHaveAttribute('inert')
  await expectAccessible(ada)
  await bar.getByRole('button', { name: 'Select none' }).click()
  expect(await Promise.all((await rows(ada).all()).map(boxOf))).toEqual(before)
  await expect(list(ada).locator('header')).not.toHaveAttribute('inert')
})

for (const width of [1280, 360]) {
  test(`closing can be undone, and notices do not cover header and composer at ${width} pixels`, async ({
    somebody,
  }) => {
    const ada = await somebody({ width })
    await registerCompany(ada, OUTSIDE)
    await asks(ada, 'Carla', 'The older one')
    const id = await asks(ada, 'Dora', 'The newer one')
    await ada.goto(`/conversations/all/${id}`)
    await header(ada).getByRole('button', { name: 'Close' }).click()
    await expect(notice(ada, 'Conversation closed')).toBeVisible()

    await ada.goto(`/conversations/all/${await asks(ada, 'Eve', 'The newest')}`)
    await header(ada).getByRole('button', { name: 'Close' }).click()
    const closed = notice(ada, 'Conversation closed')
    await expect(closed).toBeVisible()
    if (width === 360) await rows(ada).filter({ hasText: 'The older one' }).getByRole('link').click()
    await expect(header(ada).getByRole('heading', { name: 'Carla' })).toBeVisible()
    const box = await boxOf(closed)
    const inHeader = await header(ada).locator('button, a, input').all()
    const inComposer = [
      ada.getByRole('button', { name: 'Send', exact: true }),
      ada.getByRole('textbox', { name: 'Reply' }),
    ]
    for (const control of [...inHeader, ...inComposer]) {
      if (await control.isVisible()) expect(overlap(box, await boxOf(control))).toBe(false)
    }

    await closed.getByRole('button', { name: 'Undo' }).click()
    await expect(ada.getByText('Conversation re-opened!')).toBeVisible()
    const eve = await call<{ status: string }[]>(ada, '/api/conversations?status=open')
    expect(eve).toHaveLength(2)
  })
}

test('Enter in the tag editor takes the typed name', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  await call(ada, '/api/tags', { data: { tag: { name: 'VIP customer' } } })
  await call(ada, '/api/tags', { data: { tag: { name: 'Refund' } } })
  await ada.goto(`/conversations/all/${await asks(ada, 'Carla', 'Hello')}`)
  await details(ada).getByRole('button', { name: 'Add tags' }).first().click()
  const field = details(ada).getByRole('combobox', { name: 'Add a tag' })
  const tags = details(ada).getByRole('list', { name: 'Tags' }).getByRole('listitem')

  // Not the first tag that starts with the same text.
  await field.fill('vip')
  await field.press('Enter')
  await expect(tags).toHaveText(['vip'])
  await field.fill('refund')
  await field.press('Enter')
  await expect(tags).toHaveText(['vip', 'Refund'])
  await field.fill('refund')
  await field.press('Enter')
  await expect(tags).toHaveText(['vip', 'Refund'])
  // A highlighted option is taken instead.
  await field.fill('vip c')
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(tags).toHaveText(['vip', 'Refund', 'VIP customer'])
  await details(ada).getByRole('button', { name: 'Save' }).click()
  await expect(details(ada).getByRole('button', { name: 'Edit tags' })).toBeVisible()
  expect((await call<{ name: string }[]>(ada, '/api/tags')).map(({ name }) => name).toSorted()).toEqual([
    'Refund',
    'VIP customer',
    'vip',
  ])
})

test('shows emoji codes as emoji, and one person has one colour everywhere', async ({ somebody }) => {
  const ada = await somebody()
  const { email } = await registerCompany(ada, OUTSIDE)
  const id = await asks(ada, 'Carla', 'It works :tada:')
  await call(ada, '/api/messages', { data: { message: { conversation_id: id, body: 'Glad to help :+1:' } } })
  await adds(ada, id, 'Bye :wave:')
  await ada.goto(`/conversations/all/${id}`)
  const history = ada.getByLabel('Messages', { exact: true })
  for (const text of ['It works 🎉', 'Glad to help 👍', 'Bye 👋']) await expect(history.getByText(text)).toBeVisible()
  await expect(rows(ada).first()).toContainText('Bye 👋')

  const colorOf = (avatar: Locator) => avatar.evaluate((element) => getComputedStyle(element).backgroundColor)
  const mine = history.locator('[aria-hidden="true"]').filter({ hasText: /^A$/ }).first()
  const inThread = await colorOf(mine)
  await ada.goto('/settings/team')
  const row = ada.getByRole('row').filter({ hasText: email })
  expect(await colorOf(row.locator('[aria-hidden="true"]').filter({ hasText: /^A$/ }))).toBe(inThread)
  await ada.goto('/settings/profile')
  expect(await colorOf(ada.locator('main [aria-hidden="true"]').filter({ hasText: /^A$/ }).first())).toBe(inThread)
})
