import { call, chat, opensChat, OUTSIDE, registerCompany, says } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'
import { history, row } from './locators.js'

test('a visitor rates a closed conversation and changes the rating, and the team sees it', async ({ somebody }) => {
  const [ada, carla] = [await somebody(), await somebody()]
  const { account_id } = await registerCompany(ada, OUTSIDE)

  await test.step('an admin turns ratings on', async () => {
    const { id } = await call<{ id: string }>(ada, '/api/inboxes/primary')
    await ada.goto(`/inboxes/${id}`)
    const ratings = ada.getByRole('switch', { name: 'Ask customers to rate closed conversations' })
    await expect(ratings).not.toBeChecked()
    await ratings.click({ force: true })
    await expect(ratings).toBeChecked()
    await expect(ratings).toBeEnabled()
    await ada.reload()
    await expect(ratings).toBeChecked()
    await expectAccessible(ada)
  })

  await opensChat(carla, account_id)
  await says(carla, 'Where is my parcel?')
  await ada.goto('/conversations/all')
  await row(ada, 'Where is my parcel?').click()
  await expect(history(ada).getByText('Where is my parcel?')).toBeVisible()
  const conversation_id = new URL(ada.url()).pathname.split('/').at(-1) ?? ''
  await call(ada, '/api/messages', { data: { message: { conversation_id, body: 'It arrives today.' } } })
  await expect(chat(carla).getByText('It arrives today.')).toBeVisible()
  const question = chat(carla).getByRole('group', { name: 'How was your conversation with us?' })
  await expect(question).toHaveCount(0)

  await test.step('the visitor rates it with the keyboard', async () => {
    const data = { conversation: { status: 'closed' } }
    await call(ada, `/api/conversations/${conversation_id}`, { method: 'PUT', data })
    await ada.goto(`/conversations/closed/${conversation_id}`)
    await expect(question).toBeVisible()
    await question.getByRole('radio', { name: '3 of 5' }).press('Space')
    await question.getByRole('radio', { name: '3 of 5' }).press('ArrowRight')
    await expect(question.getByRole('radio', { name: '4 of 5' })).toBeChecked()
    await chat(carla).getByLabel('Tell us more (optional)').fill('Quick answer')
    await expectAccessible(carla)
    await chat(carla).getByRole('button', { name: 'Send rating' }).click()
    await expect(chat(carla).getByText('Thank you for your rating! (4 of 5)')).toBeFocused()
    await expect(history(ada).getByText('Rated 4 of 5: Quick answer')).toBeVisible()
  })

  await test.step('after a reload the rating can be changed', async () => {
    await opensChat(carla, account_id)
    await chat(carla).getByRole('button', { name: 'Change it' }).click()
    await chat(carla).getByRole('radio', { name: '5 of 5' }).press('Space')
    await chat(carla).getByLabel('Tell us more (optional)').fill('')
    await chat(carla).getByRole('button', { name: 'Send rating' }).click()
    await expect(chat(carla).getByText('Thank you for your rating! (5 of 5)')).toBeVisible()
    await expect(history(ada).getByText('Rated 5 of 5', { exact: true })).toBeVisible()
    await expect(history(ada).getByText('Rated 4 of 5')).toHaveCount(0)
    await expectAccessible(ada)
    await expectToFit(ada)
  })

  await test.step('the timeline of the customer names it', async () => {
    const [conversation] = await call<Array<{ customer_id: string }>>(ada, '/api/conversations?status=closed')
    await ada.goto(`/customers/${conversation?.customer_id}`)
    await ada.getByRole('tab', { name: 'Timeline' }).click()
    await expect(ada.getByText(/rated .*5 of 5/).first()).toBeVisible()
  })

  await test.step('the report counts it and opens the conversation behind it', async () => {
    await ada.goto('/reporting')
    const satisfaction = ada.getByRole('region', { name: 'Satisfaction', exact: true })
    await expect(satisfaction.getByText('Average 5.00 of 5')).toBeVisible()
    await expectAccessible(ada)
    await satisfaction.getByRole('button', { name: '5.00', exact: true }).click()
    const drawer = ada.getByRole('dialog', { name: 'Ratings' })
    await drawer.getByRole('link', { name: 'Anonymous User' }).click()
    await expect(ada).toHaveURL(`/conversations/closed/${conversation_id}`)
  })
})
