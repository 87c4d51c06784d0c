import type { Page } from '@playwright/test'
import { runSql } from '../database.js'
import { joinTeam, menu, OUTSIDE, registerCompany } from '../people.js'
import type { Papercups } from '../server.js'
import { expect, expectAccessible, expectToFit, failUntilClick, test } from '../story.js'
import { asks } from '../visitors.js'

const ALERTS = 'Email alerts about new messages'
const UNKNOWN = 'Work after a message was created'

const section = (page: Page) => page.getByRole('region', { name: 'Failed background work' })
const row = (page: Page, what: string) => section(page).getByRole('listitem').filter({ hasText: what })
const retry = (page: Page, what: string) => page.getByRole('button', { name: `Retry: ${what}` }).click()

/** The reaction to a real message, as if it had failed twelve times. */
async function failForGood(papercups: Papercups, account_id: string, reaction: string, error: string) {
  const statement = `
    insert into failed_reactions (account_id, event_type, event_ids, reaction, attempts, error)
    select account_id, type, array[id], $2, 12, $3 from events
    where account_id = $1 and type = 'message:created' returning id`
  expect(await runSql(papercups, statement, [account_id, reaction, error])).toHaveLength(1)
}

/** An admin whose account has two failures: one that succeeds on a retry, and one that cannot. */
async function openWithFailures(ada: Page, papercups: Papercups) {
  const { account_id } = await registerCompany(ada, OUTSIDE)
  await asks(ada, 'Carla', 'Hello')
  await failForGood(papercups, account_id, 'alertLater', 'connect ECONNREFUSED 127.0.0.1:6379')
  await failForGood(papercups, account_id, 'removedReaction', 'Something else went wrong')
  await ada.goto('/settings/account')
  await expect(section(ada).getByRole('listitem')).toHaveCount(2)
}

test('shows that nothing failed', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, '/settings/account')
  await expect(section(ada).getByText('Nothing failed.')).toBeVisible()
  await expect(section(ada).getByRole('button')).toHaveCount(0)
})

test('an admin sees failed work and retries it', async ({ somebody, papercups }) => {
  const ada = await somebody()
  await openWithFailures(ada, papercups)
  await expect(row(ada, ALERTS)).toContainText('tried 12 times · given up')
  await expect(row(ada, ALERTS)).toContainText('connect ECONNREFUSED')
  await expect(row(ada, UNKNOWN)).toContainText('Something else went wrong')

  await retry(ada, ALERTS)
  await expect(ada.getByText('It leaves the list when it succeeds.')).toBeVisible()
  await expect(row(ada, ALERTS)).toHaveCount(0)

  await retry(ada, UNKNOWN)
  await expect(row(ada, UNKNOWN)).toContainText(/tried \d times · next try at/)
  await expect(row(ada, UNKNOWN)).toContainText('is called removedReaction')
})

test('a refused retry keeps the row and shows an error', async ({ somebody, papercups }) => {
  const ada = await somebody()
  await openWithFailures(ada, papercups)
  await ada.route('**/api/failed_reactions/*/retry', (route) => route.fulfill({ status: 500, json: {} }))
  await retry(ada, ALERTS)
  await expect(ada.getByText('The work was not retried')).toBeVisible()
  await expect(row(ada, ALERTS)).toContainText('given up')
})

test('offers a retry if the list cannot be loaded, and the other sections stay', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  await failUntilClick(ada, '**/api/failed_reactions')
  await ada.goto('/settings/account')
  await expect(section(ada).getByText('Error retrieving failed work')).toBeVisible()
  await expect(ada.getByLabel('Company name')).toHaveValue('Acme')
  await section(ada).getByRole('button', { name: 'Try again' }).click()
  await expect(section(ada).getByText('Nothing failed.')).toBeVisible()
})

test('a member’s page never requests it', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada)
  await joinTeam(ben, ada, OUTSIDE)
  const asked: string[] = []
  ben.on('request', (request) => request.url().includes('failed_reactions') && asked.push(request.url()))
  await ben.goto('/settings/account')
  await expect(ben).toHaveURL('/settings/profile')
  await expect(menu(ben)).toBeVisible()
  await expect(ben.getByRole('heading', { level: 2, name: 'Active sessions' })).toBeVisible()
  expect(asked).toEqual([])
})

for (const [width, dark] of [
  [1280, false],
  [360, true],
] as const) {
  test(`the list is accessible and fits at ${width} pixels`, async ({ somebody, papercups }) => {
    const ada = await somebody({ width, dark })
    await openWithFailures(ada, papercups)
    await expectAccessible(ada)
    await expectToFit(ada)
  })
}
