import { call, registerCompany } from './people.js'
import { expect, expectAccessible, expectToFit, test } from './story.js'

test('whoever has the link reads the conversation, and nothing else', async ({ somebody }) => {
  const ada = await somebody()
  const { account_id } = await registerCompany(ada)
  await ada.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const customer = { account_id, name: 'Carla', email: 'carla@example.com' }
  const { id: customer_id } = await call<{ id: string }>(ada, '/api/customers', { data: { customer } })
  const begins = async () => {
    const data = { conversation: { customer_id, account_id } }
    return (await call<{ id: string }>(ada, '/api/conversations', { data })).id
  }
  const [id, other] = [await begins(), await begins()]
  const writes = (message: object) =>
    call(ada, '/api/messages', { data: { message: { conversation_id: id, ...message } } })
  await writes({ customer_id, body: 'Where is my **parcel**?', metadata: { gmail_subject: 'Order 7' } })
  await writes({ body: 'She is a reporter', private: true, type: 'note' })
  await writes({ body: 'On its way! @Ben sent it.', metadata: { mentions: [{ id: 1, display_name: 'Ben' }] } })

  await ada.goto(`/conversations/all/${id}`)
  await ada.getByRole('button', { name: 'Copy a link that works for a day' }).click()
  await expect(ada.getByText('Copied to clipboard!')).toBeVisible()
  const link = new URL(await ada.evaluate(() => navigator.clipboard.readText()))
  expect(link.pathname).toBe('/share')
  expect(link.searchParams.get('cid')).toBe(id)
  const token = link.searchParams.get('token') ?? ''

  for (const machine of [{}, { dark: true, width: 360, height: 740 }]) {
    const stranger = await somebody(machine)
    await stranger.goto(`/share?cid=${id}&token=${encodeURIComponent(token)}`)
    await expect(stranger.getByRole('heading', { level: 1, name: 'Conversation with Carla' })).toBeVisible()
    await expect(stranger.locator('strong', { hasText: 'parcel' })).toBeVisible()
    await expect(stranger.getByText('Order 7')).toBeVisible()
    await expect(stranger.getByText('On its way!')).toBeVisible()
    await expect(stranger.locator('mark')).toHaveText('@Ben')
    await expect(stranger.getByText('She is a reporter')).toHaveCount(0)
    await expect(stranger.locator('a, button, input, textarea')).toHaveCount(0)
    await expectAccessible(stranger)
    await expectToFit(stranger)

    const refused = [
      '/share',
      `/share?cid=${id}`,
      `/share?token=${token}`,
      `/share?cid=${other}&token=${token}`,
      `/share?cid=${id}&token=${token}x`,
    ]
    for (const path of refused) {
      await stranger.goto(path)
      await expect(stranger.getByRole('heading', { level: 1, name: 'Access denied!' })).toBeVisible()
      await expect(stranger.getByText('Where is my')).toHaveCount(0)
    }
    await expectAccessible(stranger)
  }
})
