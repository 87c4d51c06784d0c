import { startDiscord, TOKEN } from '../../apps/server/test/discord/stand-in.js'
import { call, OUTSIDE, registerCompany } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'
import { asks } from '../visitors.js'

test('an admin connects Discord, gets an answer from there, updates and disconnects it', async ({ install }) => {
  const discord = await startDiscord()
  const env = { DISCORD_URL: discord.url, DISCORD_POLL_SECONDS: '1', OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1' }
  const { somebody } = await install(env)
  const ada = await somebody()
  await registerCompany(ada, OUTSIDE)
  const { id } = await call<{ id: string }>(ada, '/api/inboxes/primary')

  await ada.goto('/integrations/discord')
  await expect(ada.getByRole('link', { name: 'Integrations' }).last()).toHaveAttribute('href', '/integrations')
  await ada.goto('/integrations')
  await ada.getByRole('link', { name: 'Configure Reply from Discord' }).click()
  await expect(ada).toHaveURL(`/inboxes/${id}/integrations/discord`)
  const card = ada.getByRole('region', { name: 'Connection to Discord' })
  await expect(card.getByText('Not connected')).toHaveCount(3)
  await expect(ada.getByRole('region', { name: 'How does it work?' })).toContainText('Message Content Intent')
  await expectAccessible(ada)

  await card.getByRole('button', { name: 'Connect' }).click()
  const dialog = ada.getByRole('dialog', { name: 'Connect to Discord' })
  const channel = dialog.getByLabel('Server and channel')
  const save = dialog.getByRole('button', { name: 'Connect' })
  await expect(channel).toBeDisabled()
  expect(discord.calls).toEqual([])
  await dialog.getByLabel('Bot token').fill('a-wrong-token')
  await expect(dialog.getByText('Discord error: 401: Unauthorized')).toBeVisible()
  discord.setFlags(0)
  await dialog.getByLabel('Bot token').fill(TOKEN)
  await expect(dialog.getByText('The bot cannot read answers')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Add the bot to a server' })).toHaveAttribute('href', /client_id=800/)
  await channel.selectOption('#support')
  await expect(save).toBeDisabled()
  discord.setFlags()
  await dialog.getByRole('button', { name: 'Look again' }).click()
  await expect(dialog.getByText('The bot cannot read answers')).toBeHidden()
  await dialog.getByRole('button', { name: 'Send a test message' }).click()
  await expect(dialog.getByRole('status')).toHaveText('The message is in the channel.')
  expect(discord.messages).toHaveLength(1)
  await expectAccessible(ada)
  await save.click()
  await expect(card.getByText('Connected', { exact: true })).toBeVisible()
  for (const shown of ['Acme', '#support', '••••••••••••'])
    await expect(card.getByText(shown, { exact: true })).toBeVisible()

  const conversation_id = await asks(ada, 'Carla', 'Hello from the site')
  await expect.poll(() => discord.messages.at(-1)?.content).toContain('Hello from the site')
  await expect.poll(() => discord.threads.size).toBe(1)
  const [thread] = discord.threads.values()
  const author = { id: '1', username: 'ada', global_name: 'Ada' }
  discord.add({ channel_id: thread?.id ?? '', content: 'Hello from Discord', author })
  const path = `/api/conversations/${conversation_id}/messages?after=0`
  const bodies = async () => (await call<Array<{ body: string }>>(ada, path)).map(({ body }) => body)
  await expect.poll(bodies).toEqual(['Hello from the site', 'Hello from Discord'])
  await expect(card.getByText('None yet')).toBeHidden()

  // The stored token is used again.
  await ada.setViewportSize({ width: 360, height: 720 })
  await card.getByRole('button', { name: 'Update' }).click()
  await expect(channel).toBeEnabled()
  await channel.selectOption('#general')
  await expectToFit(ada)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('#general', { exact: true })).toBeVisible()
  await expectAccessible(ada)
  await expectToFit(ada)

  await card.getByRole('button', { name: 'Disconnect' }).click()
  const question = ada.getByRole('dialog', { name: 'Are you sure you want to disconnect from Discord?' })
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(card.getByText('Not connected')).toHaveCount(3)
  await discord.close()
})
