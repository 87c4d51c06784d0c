import { OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, test, watchForClosedNotice } from '../story.js'
import { asks } from '../visitors.js'
import { bucket, history, row, rows } from './locators.js'

test('works with the keyboard only', async ({ somebody }) => {
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  await asks(ada, 'Carla', 'The oldest')
  await asks(ada, 'Dora', 'In the middle')
  const newest = await asks(ada, 'Eve', 'The newest')
  await ada.goto(`/conversations/all/${newest}`)
  const opened = (name: string) => expect(ada.getByRole('heading', { name, exact: true })).toBeVisible()
  const reads = (words: string) => expect(history(ada).getByText(words)).toBeVisible()
  await reads('The newest')
  await expect(rows(ada)).toHaveCount(3)

  // The up arrow opens the next conversation, which is below.
  await ada.keyboard.press('Control+ArrowUp')
  await reads('In the middle')
  await ada.keyboard.press('Control+ArrowUp')
  await reads('The oldest')
  await ada.keyboard.press('Control+ArrowUp')
  await reads('The oldest')
  // A conversation that was open before shows at once without a network.
  await ada.route('**/messages?*', (route) => route.abort())
  await ada.getByRole('textbox', { name: 'Reply' }).focus()
  await ada.keyboard.press('Control+ArrowDown')
  await reads('In the middle')
  await ada.unroute('**/messages?*')

  await ada.keyboard.press('Control+p')
  await expect(row(ada, 'In the middle')).toContainText('Priority')
  await ada.keyboard.press('Control+u')
  await expect(row(ada, 'In the middle')).not.toContainText('Priority')
  const closed = watchForClosedNotice(ada)
  await ada.keyboard.press('Control+d')
  await closed
  await opened('Carla')
  await expect(rows(ada)).toHaveCount(2)

  await bucket(ada, 'Closed').click()
  await row(ada, 'In the middle').getByRole('link').click()
  await opened('Dora')
  await ada.keyboard.press('Control+o')
  await expect(ada.getByText('Conversation re-opened!')).toBeVisible()
  await expect(rows(ada)).toHaveCount(0)

  await ada.getByRole('heading', { name: 'Closed' }).click()
  await ada.keyboard.press('Shift+?')
  const help = ada.getByRole('dialog', { name: 'Keyboard Shortcuts' })
  await expect(help).toContainText('Ctrl+D')
  await expectAccessible(ada)
  await ada.keyboard.press('Control+d')
  await expect(help).toBeVisible()
  await ada.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await expect(ada.getByText('Conversation closed!')).toHaveCount(0)
  await ada.keyboard.press('Control+k')
  await ada.getByRole('combobox', { name: 'Search pages' }).fill('shortcuts')
  await ada.getByRole('option', { name: 'Keyboard Shortcuts' }).click()
  await expect(help).toBeVisible()
})
