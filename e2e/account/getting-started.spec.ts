import { joinTeam, OUTSIDE, registerCompany } from '../people.js'
import { expect, test } from '../story.js'

test('the checklist marks finished steps', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada, '/getting-started')
  await expect(ada.getByRole('heading', { level: 1, name: 'Get started' })).toBeVisible()
  const step = (title: string) => ada.getByRole('listitem').filter({ hasText: title })
  await expect(ada.getByRole('listitem')).toHaveCount(4)
  await expect(ada.getByText('0 of 4 done')).toBeVisible()
  const links = ada.getByRole('listitem').getByRole('link')
  const hrefs = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  await expect
    .poll(hrefs)
    .toEqual([
      expect.stringMatching(/^\/inboxes\/[0-9a-f-]{36}$/),
      expect.stringMatching(/^\/inboxes\/[0-9a-f-]{36}\/chat-widget$/),
      '/settings/profile',
      '/settings/team',
      '/integrations',
    ])

  await step('Set up your profile').getByRole('link').click()
  await ada.getByRole('button', { name: 'Edit' }).click()
  await ada.getByLabel('Display name').fill('Ada')
  await ada.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(ada.getByLabel('Display name')).not.toBeEditable()
  await joinTeam(ben, ada, OUTSIDE)

  await ada.goto('/getting-started')
  await expect(ada.getByText('2 of 4 done')).toBeVisible()
  await expect(step('Set up your profile')).toContainText('(done)')
  await expect(step('Invite your teammates')).toContainText('(done)')
  await expect(step('Configure your inbox')).toContainText('(to do)')
  await ben.goto('/getting-started')
  await expect(ben).toHaveURL('/conversations/all')
})

test('with billing there is a step to choose a plan', async ({ install }) => {
  const { somebody } = await install({ BILLING_ENABLED: 'true' })
  const ada = await somebody()
  await registerCompany(ada, '/getting-started')
  await expect(ada.getByRole('listitem')).toHaveCount(5)
  await expect(ada.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/settings/billing')
})
