import type { Page } from '@playwright/test'
import { joinTeam, opensChat, OUTSIDE, registerCompany, says } from '../people.js'
import { expect, expectAccessible, expectToFit, test } from '../story.js'
import { meets, types } from '../visitors.js'
import { history } from './locators.js'

async function uploads(ada: Page, name: string, buffer: Buffer) {
  const authorization = await ada.evaluate(() => JSON.parse(localStorage.getItem('papercups.session') ?? '{}').token)
  const multipart = { file: { name, mimeType: 'application/octet-stream', buffer } }
  const answer = await ada.request.post('/api/upload', { headers: { authorization }, multipart })
  return ((await answer.json()) as { data: { id: string } }).data.id
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const MAIL = `<h1>Invoice</h1><p onclick="top.hacked = true">Pay <a href="https://bank.example/pay">here</a></p>
  <a href="javascript:top.hacked=true">or here</a><script>top.hacked = true</script>
  <img src="https://spy.example/pixel.png" onerror="top.hacked = true"><iframe src="https://spy.example"></iframe>
  <form action="https://spy.example"><input name="password"></form><svg onload="top.hacked=true"></svg>`

test('shows every kind of message and runs no scripts in them', async ({ somebody }) => {
  const ada = await somebody()
  const { account_id } = await registerCompany(ada)
  const { asks, answers, begins } = await meets(ada, account_id, 'Carla')
  const id = await begins()
  await asks(id, { body: 'I said **no**, see https://a.example/x' })
  await asks(id, { body: '<img src=x onerror="window.hacked = true"> [x](javascript:window.hacked=true)' })
  await asks(id, { body: 'مرحبا، أين طلبي؟' })
  await answers(id, {
    body: 'Look',
    file_ids: [await uploads(ada, 'cat.png', PIXEL), await uploads(ada, 'a.csv', PIXEL)],
  })
  const mentions = [{ id: 1, display_name: 'Ben' }]
  await answers(id, { body: 'Careful, @Ben', private: true, type: 'note', metadata: { mentions } })
  await asks(id, { body: 'The invoice as text', source: 'email' })
  await asks(id, { body: 'word '.repeat(2_000) })
  await answers(id, { body: 'Thank **you**' })

  // Only an email integration stores HTML, so the response is changed to contain it.
  await ada.route(`**/api/conversations/${id}/messages*`, async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: Array<{ body: string; metadata: object | null }> }
    for (const message of data)
      if (message.body === 'The invoice as text') message.metadata = { ses_subject: 'Your invoice', ses_html: MAIL }
    await route.fulfill({ response: answer, json: { data } })
  })
  await ada.goto(`/conversations/all/${id}`)
  await expect(history(ada).getByText('Thank you')).toBeInViewport()
  await expect(ada.getByText('You: Thank you')).toBeVisible()
  await expect(history(ada).getByText('Sent', { exact: true })).toBeVisible()
  await expectAccessible(ada)

  const fold = history(ada).getByRole('button', { name: 'Show more' })
  await fold.last().click()
  await expect(history(ada).getByRole('button', { name: 'Show less' })).toBeVisible()
  await history(ada).evaluate((box) => (box.scrollTop = 0))
  await expect(history(ada).locator('strong', { hasText: 'no' })).toBeVisible()
  const link = history(ada).getByRole('link', { name: 'https://a.example/x' })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  await expect(history(ada).getByText('<img src=x onerror="window.hacked = true">')).toBeVisible()
  await expect(history(ada).getByRole('link', { name: 'x', exact: true })).toHaveCount(0)
  await expect(history(ada).getByText('مرحبا')).toHaveCSS('direction', 'rtl')

  const picture = history(ada).getByRole('img', { name: 'cat.png' })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  expect((await picture.boundingBox())?.height).toBeLessThanOrEqual(400)
  await expect(history(ada).getByRole('link', { name: 'a.csv' })).toBeVisible()
  await expect(history(ada).locator('mark', { hasText: '@Ben' })).toBeVisible()

  const mail = history(ada).frameLocator('iframe[title="Your invoice"]')
  await history(ada).getByText('Your invoice').scrollIntoViewIfNeeded()
  await expect(mail.getByRole('heading', { name: 'Invoice' })).toBeVisible()
  await expect(mail.getByRole('link', { name: 'here', exact: true })).toHaveAttribute(
    'href',
    'https://bank.example/pay',
  )
  await expect(mail.getByText('or here')).toBeVisible()
  await expect(mail.getByRole('link', { name: 'or here' })).toHaveCount(0)
  await expect(mail.locator('script, iframe, form, input, svg, [onclick], [onerror]')).toHaveCount(0)
  await expect(history(ada).getByRole('button', { name: 'Show pictures' })).toBeVisible()
  expect(await ada.evaluate(() => 'hacked' in window)).toBe(false)
  await expectAccessible(ada)
})

test('a missing chunk does not break the rest of the page', async ({ somebody }) => {
  const ada = await somebody()
  const { account_id } = await registerCompany(ada, OUTSIDE)
  const { asks, begins } = await meets(ada, account_id, 'Carla')
  const id = await begins()
  await asks(id, { body: 'Where is my parcel?' })
  await ada.route('**/assets/details-*.js', (route) => route.abort())
  await ada.goto(`/conversations/all/${id}`)
  const missing = ada.getByRole('alert').filter({ hasText: 'This part could not be loaded' })
  await expect(missing).toBeVisible()
  await ada.getByRole('textbox', { name: 'Reply' }).fill('On its way')
  await ada.getByRole('textbox', { name: 'Reply' }).press('Control+Enter')
  await expect(history(ada).getByText('On its way')).toBeVisible()
  await expectAccessible(ada)

  await ada.unroute('**/assets/details-*.js')
  await missing.getByRole('button', { name: 'Reload the page' }).click()
  await expect(ada.getByRole('complementary', { name: 'Details' })).toBeVisible()
  await expect(history(ada).getByText('On its way')).toBeVisible()
})

test('a long conversation opens at its end or at a search result, and keeps the scroll position', async ({
  somebody,
}) => {
  const ada = await somebody()
  const { account_id } = await registerCompany(ada, OUTSIDE)
  const { asks, answers, begins } = await meets(ada, account_id, 'Carla')
  await asks(await begins(), { body: 'From another time' })
  const id = await begins()
  for (let count = 1; count <= 130; count++) await asks(id, { body: `Message ${count}.` })

  await ada.goto(`/conversations/all/${id}`)
  await expect(history(ada).getByText('Message 130.')).toBeInViewport()
  await expect(ada.getByRole('button', { name: 'Load previous conversation' })).toHaveCount(0)
  await answers(id, { body: 'Message 131.' })
  await expect(history(ada).getByText('Message 131.')).toBeInViewport()

  await expect(async () => {
    await history(ada).evaluate((box) => (box.scrollTop = 0))
    await expect(history(ada).getByText('Message 1.', { exact: true })).toBeInViewport({ timeout: 500 })
  }).toPass()
  await asks(id, { body: 'Message 132.' })
  await expect(ada.getByRole('status').filter({ hasText: 'New message from Carla: Message 132.' })).toBeAttached()
  await expect(ada.getByRole('button', { name: 'New messages' })).toBeVisible()
  await expect(history(ada).getByText('Message 1.', { exact: true })).toBeInViewport()

  await ada.getByRole('button', { name: 'Load previous conversation' }).click()
  await expect(history(ada).getByText('This conversation')).toBeVisible()
  await expect(history(ada).getByText('From another time')).toBeAttached()
  await expect(ada.getByRole('button', { name: 'Load previous conversation' })).toHaveCount(0)
  await ada.getByRole('button', { name: 'New messages' }).click()
  await expect(history(ada).getByText('Message 132.')).toBeInViewport()

  await ada.goto(`/conversations/all/${id}?at=40`)
  await expect(history(ada).getByText('Message 40.')).toBeInViewport()
  await expect(history(ada).locator('[data-found]')).toHaveText(/Message 40\./)
  await expectAccessible(ada)
  await ada.getByRole('button', { name: 'Newest messages' }).click()
  await expect(history(ada).getByText('Message 132.')).toBeInViewport()
  await expect(ada).toHaveURL(`/conversations/all/${id}`)
})

test('two agents and a visitor see who is viewing and typing', async ({ somebody }) => {
  const [ada, ben, carla] = [await somebody(), await somebody(), await somebody({ width: 360, height: 740 })]
  const { account_id } = await registerCompany(ada)
  await joinTeam(ben, ada)
  await opensChat(carla, account_id)
  await says(carla, 'Hello?')
  await ada.getByRole('link', { name: /Hello/ }).click()
  await expect(ada.getByText(/also looking at this/)).toHaveCount(0)
  await ben.getByRole('link', { name: /Hello/ }).click()
  await expect(ada.getByText(/^ben-.* is also looking at this/)).toBeAttached()
  await expect(ben.getByText(/^ada-.* is also looking at this/)).toBeAttached()

  const id = new URL(ada.url()).pathname.split('/').at(-1) ?? ''
  await types(carla, id)
  await expect(ada.getByText('Anonymous User is typing…')).toBeVisible()
  await ben.getByRole('textbox', { name: 'Reply' }).pressSequentially('Hi')
  await expect(ada.getByText(/ben-.* typing…/)).toBeVisible()
  await ben.getByRole('textbox', { name: 'Reply' }).press('Control+Enter')
  await expect(history(ada).getByText('Hi', { exact: true })).toBeVisible()
  await expect(ada.getByText(/ben-.* typing…/)).toHaveCount(0)
  await expect(history(ada).getByText('Seen', { exact: true })).toBeVisible()

  await ben.goto('/settings/profile')
  await expect(ada.getByText(/also looking at this/)).toHaveCount(0)
})

for (const dark of [false, true]) {
  test(`a conversation fits a phone, ${dark ? 'dark' : 'light'}`, async ({ somebody }) => {
    const ada = await somebody({ width: 360, height: 740, dark })
    const { account_id } = await registerCompany(ada, OUTSIDE)
    const name = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(4).trim()
    const { asks, begins } = await meets(ada, account_id, name)
    const id = await begins()
    await asks(id, { body: `${'x'.repeat(400)}\n\n\`\`\`\n${'y'.repeat(400)}\n\`\`\`` })
    await ada.goto(`/conversations/all/${id}`)
    await expect(history(ada).getByText(/xxxx/)).toBeVisible()
    await expectAccessible(ada)
    await expectToFit(ada)

    await ada.getByRole('button', { name: 'Show details' }).click()
    const sheet = ada.getByRole('dialog', { name: 'Details' })
    await expect(sheet.getByText('None yet')).toBeVisible()
    await expectAccessible(ada)
    await expectToFit(ada)
    await sheet.getByRole('button', { name: 'Close details' }).click()
    await expect(sheet).toHaveCount(0)
    await ada.getByRole('link', { name: 'Back to the list' }).click()
    await expect(ada.getByRole('link', { name: /xxxx/ })).toBeVisible()
  })
}
