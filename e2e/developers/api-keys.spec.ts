import { joinTeam, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

const PAGE = '/developers/personal-api-keys'

test('an admin generates, reveals and deletes an API key', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, PAGE)
  await ada.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await ada.getByRole('button', { name: 'Generate new API key' }).click()
  const dialog = ada.getByRole('dialog', { name: 'Generate new API key' })
  await expect(dialog.getByLabel('Description')).toHaveAttribute('placeholder', 'Test API Key')
  await expect(dialog.getByText('Never commit this key to a repository')).toBeVisible()
  await dialog.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(dialog.getByText("Description can't be blank")).toBeVisible()
  await dialog.getByLabel('Description').fill('Backup script')
  await dialog.getByLabel('When it expires').selectOption('In 30 days')
  await dialog.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(dialog).toBeHidden()

  const table = ada.getByRole('table', { name: 'Personal API keys' })
  await expect(table.getByRole('columnheader')).toHaveText(['Label', 'API key', 'Last used', 'Delete'])
  const row = table.getByRole('row').filter({ hasText: 'Backup script' })
  await expect(row).toContainText('Everything · Expires')
  await expect(row).toContainText('Never')
  await expect(ada.getByText(/papercups_/)).toHaveCount(0)

  await row.getByRole('button', { name: 'Reveal API key Backup script' }).click()
  await expect(ada.getByText('Copied to clipboard!')).toBeVisible()
  await expect(row.getByText('Keep this key secret.')).toBeVisible()
  const field = row.getByRole('textbox', { name: 'API key Backup script' })
  const key = await field.inputValue()
  expect(await ada.evaluate(() => navigator.clipboard.readText())).toBe(key)
  const selection = field.evaluate(({ selectionStart, selectionEnd }: HTMLInputElement) => [
    selectionStart,
    selectionEnd,
  ])
  expect(await selection).toEqual([0, key.length])

  const headers = { authorization: `Bearer ${key}`, 'user-agent': 'backup-script/2' }
  const callApi = async () => (await ada.request.get(new URL('/api/v1/me', ada.url()).href, { headers })).status()
  expect(await callApi()).toBe(200)
  await row.getByRole('button', { name: 'Hide API key Backup script' }).click()
  await expect(field).toHaveCount(0)
  await expect(async () => {
    await ada.reload()
    await expect(row).toContainText('(backup-script/2)', { timeout: 1_000 })
  }).toPass()

  await row.getByRole('button', { name: 'Delete API key Backup script' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'No' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Delete API key Backup script' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await expect(ada.getByText('No API keys yet')).toBeVisible()
  expect(await callApi()).toBe(401)
})

test('members have no page for API keys', async ({ somebody }) => {
  const [ada, ben] = [await somebody(), await somebody()]
  await registerCompany(ada, OUTSIDE)
  await joinTeam(ben, ada)
  await expect(ben.getByRole('button', { name: 'Developers' })).toHaveCount(0)
  await ben.goto(PAGE)
  await expect(ben).toHaveURL(/\/conversations/)
})

for (const width of [1280, 360]) {
  test(`a revealed key and the dialog are accessible and fit at ${width} pixels`, async ({ somebody }) => {
    const ada = await somebody({ width, height: 740 })
    await registerCompany(ada, PAGE)
    await ada.getByRole('button', { name: 'Generate new API key' }).click()
    await ada.getByLabel('Description').fill('A script with a long name that needs more than one line')
    for (const colorScheme of ['light', 'dark'] as const) {
      await ada.emulateMedia({ colorScheme })
      await expect(ada.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      await expectAccessible(ada)
      await expectToFit(ada)
    }
    await ada.getByRole('button', { name: 'Generate', exact: true }).click()
    await ada.getByRole('button', { name: /^Reveal/ }).click()
    await expect(ada.getByText('Keep this key secret.')).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await ada.emulateMedia({ colorScheme })
      await expect(ada.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      await expectAccessible(ada)
      await expectToFit(ada)
    }
  })
}
