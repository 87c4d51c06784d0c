import { Papercups } from './server.js'
import { expect, expectAccessible, registerCompany, test } from './story.js'
import { joinTeam } from './teammate.js'

test('the checklist follows what is done', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada)
  await ada.goto('/getting-started')
  await expect(ada.getByRole('heading', { level: 1, name: 'Get started' })).toBeVisible()
  const step = (title: string) => ada.getByRole('listitem').filter({ hasText: title })
  await expect(ada.getByRole('listitem')).toHaveCount(4)
  await expect(ada.getByText('0 of 4 done')).toBeVisible()
  const links = await ada
    .getByRole('listitem')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links).toEqual([
    expect.stringMatching(/^\/inboxes\/[0-9a-f-]{36}$/),
    expect.stringMatching(/^\/inboxes\/[0-9a-f-]{36}\/chat-widget$/),
    '/settings/profile',
    '/settings/team',
    '/integrations',
  ])

  await step('Set up your profile').getByRole('link').click()
  await ada.getByRole('button', { name: 'Edit' }).click()
  await ada.getByLabel('Display name').fill('Ada')
  await ada.getByRole('button', { name: 'Save' }).click()
  await expect(ada.getByLabel('Display name')).not.toBeEditable()
  await joinTeam(ben, ada)

  await ada.goto('/getting-started')
  await expect(ada.getByText('2 of 4 done')).toBeVisible()
  await expect(step('Set up your profile')).toContainText('(done)')
  await expect(step('Invite your teammates')).toContainText('(done)')
  await expect(step('Configure your inbox')).toContainText('(to do)')
  await ben.goto('/getting-started')
  await expect(ben).toHaveURL('/conversations/all')
})

test('where plans are sold, there is a step to choose one', async ({ browser }) => {
  const papercups = await Papercups.start({ BILLING_ENABLED: 'true' })
  const context = await browser.newContext({ baseURL: papercups.url })
  try {
    const ada = await context.newPage()
    await registerCompany(ada)
    await ada.goto('/getting-started')
    await expect(ada.getByRole('listitem')).toHaveCount(5)
    await expect(ada.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/settings/billing')
  } finally {
    await context.close()
    await papercups.stop()
  }
})

for (const [width, dark] of [
  [1280, false],
  [360, true],
] as const) {
  test(`the checklist keeps the accessibility rules at ${width} pixels`, async ({ somebody }) => {
    const ada = await somebody({ width, dark })
    await registerCompany(ada)
    await ada.goto('/getting-started')
    await expect(ada.getByText('0 of 4 done')).toBeVisible()
    await expectAccessible(ada)
    expect(await ada.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
}
