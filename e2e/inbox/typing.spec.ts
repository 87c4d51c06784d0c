import { call, chat, opensChat, registerCompany, says } from '../people.js'
import { expect, test } from '../story.js'

test('both sides see typing until the message arrives', async ({ somebody }) => {
  const [ada, carla] = [await somebody(), await somebody()]
  const { account_id } = await registerCompany(ada)
  await call(ada, '/api/profile', { method: 'PUT', data: { user_profile: { display_name: 'Ada' } } })
  await opensChat(carla, account_id)
  await says(carla, 'Where is my parcel?')
  await ada.getByRole('link', { name: /Where is my parcel/ }).click()

  // Typing shows only after the page has joined the conversation, so Carla types until then.
  const message = chat(carla).getByLabel('Message', { exact: true })
  await expect(async () => {
    await message.press('x')
    await expect(ada.getByText('Anonymous User is typing…')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  const reply = ada.getByRole('textbox', { name: 'Reply' })
  await expect(async () => {
    await reply.press('x')
    await expect(chat(carla).getByText('Ada is typing…')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await reply.fill('It is on its way')
  await reply.press('Control+Enter')
  await expect(chat(carla).getByRole('log').getByText('It is on its way')).toBeVisible()
  await expect(chat(carla).getByText('Ada is typing…')).toHaveCount(0)
})
