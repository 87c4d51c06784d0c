import type { Page } from '@playwright/test'
import { call, goes, joinTeam, OUTSIDE, registerCompany, says, writes } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

const LONG = `Carla on the phone ${'with a long name '.repeat(8).trim()}`

const profile = (page: Page) => page.getByRole('region', { name: 'Profile' })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

test('merges two customers and undoes the merge', async ({ somebody }) => {
  const [ada, ben, visitor] = [await somebody(), await somebody(), await somebody()]
  const { account_id } = await registerCompany(ada, OUTSIDE)
  await joinTeam(ben, ada, OUTSIDE)
  await writes(visitor, account_id, 'Hello from my phone')
  const found = () => call<Array<{ id: string; conversations: Array<{ id: string }> }>>(ada, '/api/customers')
  await expect.poll(async () => (await found())[0]?.conversations.length).toBe(1)
  const [phone] = await found()
  const merged = phone?.id ?? ''
  const data = { customer: { name: LONG, phone: '+351 912 345 678', metadata: { plan: 'free', seats: 5 } } }
  await call(ada, `/api/customers/${merged}`, { method: 'PUT', data })
  const { id: kept } = await call<{ id: string }>(ada, '/api/customers', {
    data: { customer: { name: 'Carla Moreira', email: 'carla@example.com', metadata: { plan: 'gold' } } },
  })
  await ben.goto(`/customers/${merged}?tab=notes`)
  await expect(profile(ben)).toContainText('+351 912 345 678')
  await ada.goto(`/customers/${kept}`)
  const open = ada.getByRole('button', { name: 'Merge…' })

  const pick = dialog(ada, 'Merge Carla Moreira with…')
  const search = pick.getByLabel('The same person as').first()
  await open.click()
  await expect(search).toBeFocused()
  await search.press('Escape')
  await expect(pick).toHaveCount(0)
  await expect(open).toBeFocused()
  await ada.keyboard.press('Enter')
  await expect(search).toBeFocused()
  await search.fill('on the phone')
  await expect(pick.getByRole('option')).toHaveCount(1)
  const option = pick.getByRole('option', { name: /Carla on the phone/ })
  await option.click()
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(ada)
  await pick.getByRole('button', { name: 'Continue' }).click()

  const preview = dialog(ada, 'Merge two customers')
  const stays = preview.getByRole('definition').first()
  await expect(preview.getByRole('button', { name: 'Swap' })).toBeFocused()
  await expect(stays).toHaveText('Carla Moreira (carla@example.com)')
  await expect(preview.getByRole('row', { name: /^Phone/ })).toContainText('+351 912 345 678from the other customer')
  await expect(preview.getByRole('row', { name: /^plan/ })).toContainText('goldnot kept: free')
  await expect(preview.getByRole('row', { name: /^seats/ })).toContainText('5from')
  await expect(preview.getByText('Will move: 1 conversation, 1 message')).toBeVisible()
  await expectAccessible(ada)
  await preview.getByRole('button', { name: 'Swap' }).click()
  await expect(stays).toContainText('Carla on the phone')
  await expect(preview.getByRole('row', { name: /^plan/ })).toContainText('freenot kept: gold')
  await preview.getByRole('button', { name: 'Swap' }).click()
  await expect(preview.getByRole('row', { name: /^plan/ })).toContainText('gold')
  await ada.setViewportSize({ width: 360, height: 740 })
  await expect(preview.getByRole('button', { name: 'Merge', exact: true })).toBeVisible()
  await expectToFit(ada)
  await ada.setViewportSize({ width: 1280, height: 800 })
  const refused: string[] = []
  ada.on('response', (response) => response.status() === 409 && refused.push(response.url()))
  await preview.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(preview).toHaveCount(0)
  await expect(ada.getByText('Merged into Carla Moreira.')).toBeVisible()
  await expect(ada.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
  await expect(profile(ada)).toContainText('+351 912 345 678')
  await expect(ada.getByRole('button', { name: /Hello from my phone/ })).toBeVisible()
  const line = ada.getByRole('list', { name: 'Merges' })
  await expect(line).toContainText(/Merged with Carla on the phone.* by .* · Undo/)
  expect(refused).toEqual([])
  // An open page of the merged customer redirects here.
  await expect(ben).toHaveURL(`/customers/${kept}?tab=notes`)
  await expect(ben.getByRole('heading', { level: 1, name: 'Carla Moreira' })).toBeVisible()

  // The visitor's chat is unchanged.
  await says(visitor, 'Are you still there?')
  await expect(ada.getByRole('button', { name: /Are you still there/ })).toBeVisible()
  await ada.emulateMedia({ colorScheme: 'dark' })
  await ada.reload()
  await expect(ada.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(line).toBeVisible()
  await ada.setViewportSize({ width: 360, height: 740 })
  await expectToFit(ada)
  await expectAccessible(ada)
  await ada.setViewportSize({ width: 1280, height: 800 })

  await line.getByRole('button', { name: /^Undo the merge/ }).click()
  const asked = dialog(ada, 'Undo this merge?')
  await expect(asked).toContainText('You can undo until')
  await asked.getByRole('button', { name: 'Undo' }).click()
  await expect(line).toHaveCount(0)
  await expect(ada.getByRole('button', { name: /Are you still there/ })).toHaveCount(0)
  await expect(profile(ada)).not.toContainText('+351 912 345 678')
  await goes(ada, `/customers/${merged}`)
  await expect(profile(ada)).toContainText('+351 912 345 678')
  await expect(ada.getByRole('button', { name: /Are you still there/ })).toBeVisible()

  // The inbox updates without a reload, too.
  await goes(ben, `/conversations/all/${phone?.conversations[0]?.id}`)
  await expect(ben.getByRole('heading', { level: 2, name: /Carla on the phone/ })).toBeVisible()
  await call(ada, `/api/customers/${kept}/merge`, { data: { customer_id: merged } })
  await expect(ben.getByRole('heading', { level: 2, name: 'Carla Moreira' })).toBeVisible()
  await expect(ada).toHaveURL(`/customers/${kept}`)
})
