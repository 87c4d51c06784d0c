import type { Page } from '@playwright/test'
import { chat } from '../people.js'
import { expect, test as base } from '../story.js'
import { Team } from './team.js'

export { expect }

export const test = base.extend<{ team: Team }>({
  async team({ papercups }, use) {
    await use(await Team.found(papercups.url))
  },
})

export const bubbles = (visitor: Page) => chat(visitor).getByRole('log', { name: 'Messages' })

export async function opens(visitor: Page) {
  await visitor.getByRole('button', { name: 'Open chat widget' }).click()
  await expect(chat(visitor).getByLabel('Message', { exact: true })).toBeVisible()
}
