import type { Page } from '@playwright/test'
import { chat, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'

test('a visitor customizes the demo widget and signs up', async ({ somebody }) => {
  const [ada, carla] = [await somebody(), await somebody()]
  const { account_id } = await registerCompany(ada, OUTSIDE)
  await carla.goto(`/demo?token=${account_id}`)
  await expect(carla.getByLabel('Title', { exact: true })).toHaveValue('Welcome to Papercups!')
  await expect(carla.getByLabel('Subtitle')).toHaveValue('Ask us anything using the chat window')
  await expect(carla.getByRole('radio')).toHaveCount(10)

  await carla.goto(`/demo?token=${account_id}&title=Hello&subtitle=From%20Acme&color=7556eb`)
  await expect(carla.getByRole('radio', { name: 'Purple' })).toBeChecked()
  await carla.getByRole('button', { name: 'Open chat widget' }).click()
  await expect(chat(carla).getByRole('heading', { name: 'Hello' })).toBeVisible()
  await expect(chat(carla).getByText('From Acme')).toBeVisible()
  await carla.getByLabel('Title', { exact: true }).fill('Good morning')
  await expect(chat(carla).getByRole('heading', { name: 'Good morning' })).toBeVisible()
  await carla.getByLabel('Subtitle').fill('What can we do?')
  await expect(chat(carla).getByText('What can we do?')).toBeVisible()
  await carla.getByRole('radio', { name: 'Red' }).click()
  await expect(carla.getByRole('button', { name: 'Close chat widget' })).toHaveCSS(
    'background-color',
    'rgb(222, 40, 40)',
  )
  await carla.getByLabel('Another color').fill('#123456')
  await expect(carla.getByRole('button', { name: 'Close chat widget' })).toHaveCSS(
    'background-color',
    'rgb(18, 52, 86)',
  )
  await expect(chat(carla).getByRole('heading', { name: 'Good morning' })).toBeVisible()
  await expectAccessible(carla)

  await carla.getByRole('link', { name: 'Sign up for free' }).click()
  await expect(carla).toHaveURL('/register')
})

const messages = (page: Page) => page.getByRole('log', { name: 'Messages' })
const pairs = (page: Page) => page.getByRole('list', { name: 'Questions and answers' }).getByRole('listitem')

async function asks(page: Page, question: string) {
  await page.getByLabel('Message', { exact: true }).fill(question)
  await page.getByLabel('Message', { exact: true }).press('Enter')
  await expect(messages(page).getByText(question, { exact: true })).toBeVisible()
}

test('a visitor teaches the bot and asks it', async ({ somebody }) => {
  const carla = await somebody()
  await carla.goto('/bot/demo')
  await expect(carla.getByText('Hosted training is temporarily disabled')).toBeVisible()
  await expect(pairs(carla)).toHaveCount(3)
  await asks(carla, 'what are your pricse')
  await expect(messages(carla).getByText('$40/month for up to 10 users')).toBeVisible()
  await asks(carla, 'Do you ship to Portugal?')
  await expect(messages(carla).getByText('I don’t know the answer')).toBeVisible()

  await test.step('a question needs an answer', async () => {
    await carla.getByLabel('Question', { exact: true }).fill('Where do you ship?')
    await carla.getByLabel('Answer', { exact: true }).fill('   ')
    await carla.getByRole('button', { name: 'Add' }).click()
    await expect(carla.getByText('Error adding training data!')).toBeVisible()
    await expect(carla.getByText('Both the question and answer text are required.')).toBeVisible()
    await expectAccessible(carla)
    await carla.getByLabel('Answer', { exact: true }).fill('To all of Europe.')
    await carla.getByRole('button', { name: 'Add' }).click()
    await expect(pairs(carla)).toHaveCount(4)
  })
  await asks(carla, 'is shipping to Portugal possible')
  await expect(messages(carla).getByText('To all of Europe.')).toBeVisible()

  await carla.getByRole('button', { name: 'Edit Where do you ship?' }).click()
  await pairs(carla).getByLabel('Answer').fill('To the whole world.')
  await carla.getByRole('button', { name: 'Save' }).click()
  await carla.reload()
  await expect(pairs(carla)).toHaveCount(4)
  await asks(carla, 'shipping')
  await expect(messages(carla).getByText('To the whole world.')).toBeVisible()

  await carla.getByRole('button', { name: 'Remove Where do you ship?' }).click()
  await expect(pairs(carla)).toHaveCount(3)
  await carla.getByRole('button', { name: 'Undo' }).click()
  await expect(pairs(carla)).toHaveCount(4)
  await carla.getByRole('button', { name: 'Remove Where do you ship?' }).click()
  await expect(pairs(carla)).toHaveCount(3)
  await carla.reload()
  await expect(pairs(carla)).toHaveCount(3)
})

test('the bot shows an error without a server, and the page still works', async ({ somebody }) => {
  const carla = await somebody({ width: 360, height: 740, dark: true })
  await carla.goto('/bot/demo')
  await expect(pairs(carla)).toHaveCount(3)
  await carla.evaluate(() => localStorage.setItem('papercups.bot-demo.faqs', '[]'))
  await carla.reload()
  await carla.getByRole('button', { name: 'Restore the examples' }).click()
  await expect(pairs(carla)).toHaveCount(3)

  let away = true
  await carla.route('**/api/bot_demo/answers', (route) => (away ? route.abort() : route.continue()))
  await asks(carla, 'Is it open source?')
  await expect(messages(carla).getByText('The bot cannot answer right now.')).toBeVisible()
  await expectAccessible(carla)
  await expectToFit(carla)
  away = false
  await messages(carla).getByRole('button', { name: 'Try again' }).click()
  await expect(messages(carla).getByText('Yes! All of it is open source')).toBeVisible()
  await expect(messages(carla).getByRole('button', { name: 'Try again' })).toHaveCount(0)
})
