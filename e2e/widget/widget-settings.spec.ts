import type { Page } from '@playwright/test'
import { bubbles, expect, opens, test } from '../embeds/story.js'
import { call, chat, HOME, joinTeam, OUTSIDE, registerCompany, says } from '../people.js'
import { expectAccessible, expectToFit, failUntilClick } from '../story.js'

const saved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ })
const isSave = (request: { method(): string; url(): string }) =>
  request.method() === 'PUT' && request.url().endsWith('/api/widget_settings')
/** The inner lines of the outlined icon. */
const HOLLOW = 'rgba(0, 0, 0, 0)'
const button = (page: Page) => page.getByRole('button', { name: /chat widget$/ })

test('an admin sets up the widget with a live preview and installs it on a site', async ({ somebody, site }) => {
  const [ada, carla] = [await somebody(), await somebody()]
  await ada.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { account_id } = await registerCompany(ada, OUTSIDE)
  const { id } = await call<{ id: string }>(ada, '/api/inboxes/primary')
  await call(ada, '/api/profile', { method: 'PUT', data: { user_profile: { display_name: 'Ada' } } })
  await ada.goto(`/inboxes/${id}`)
  await ada.getByRole('link', { name: 'Configure chat widget' }).click()
  await expect(ada).toHaveURL(`/inboxes/${id}/chat-widget`)
  await expect(ada.getByLabel('Title', { exact: true })).toHaveAttribute('placeholder', 'Welcome!')
  await expect(chat(ada).getByRole('heading', { name: 'Welcome!' })).toBeVisible()
  await expect(chat(ada).getByText('Ask us anything in the chat window below')).toBeVisible()
  await expect(chat(ada).getByRole('list', { name: 'Our team' }).getByRole('listitem')).toHaveText([/Ada$/])

  await test.step('the preview does not wait for the server', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    await ada.route('**/api/widget_settings', async (route) => {
      if (isSave(route.request())) await gate
      await route.continue()
    })
    await ada.getByLabel('Title', { exact: true }).fill('Welcome to Acme')
    await expect(chat(ada).getByRole('heading', { name: 'Welcome to Acme' })).toBeVisible()
    await ada.getByLabel('Subtitle').fill('It\'s a "good" day')
    await expect(chat(ada).getByText('It\'s a "good" day')).toBeVisible()
    await expect(ada.getByText('Saving…')).toBeVisible()
    release()
    await expect(saved(ada)).toBeVisible()
    await ada.unroute('**/api/widget_settings')
  })

  await test.step('messages and availability while the team is online and away', async () => {
    await ada.getByLabel('Greeting').fill('Hi from **Acme**')
    await expect(bubbles(ada).getByText('Hi from Acme')).toBeVisible()
    await ada.getByLabel('Away message').fill('Back on Monday')
    await ada.getByLabel('Placeholder of the message field').fill('Ask away')
    await expect(chat(ada).getByPlaceholder('Ask away')).toBeVisible()
    await ada.getByLabel('Show agent availability').click()
    await expect(chat(ada).getByText("We're online right now!")).toBeVisible()
    await ada.getByText('Everybody is away', { exact: true }).click()
    await expect(chat(ada).getByText("We're away at the moment")).toBeVisible()
    await expect(bubbles(ada).getByText('Back on Monday')).toBeVisible()
    await ada.getByText('Somebody is online', { exact: true }).click()
    await expect(bubbles(ada).getByText('Hi from Acme')).toBeVisible()
  })

  await test.step('colour and icon', async () => {
    await ada.getByRole('button', { name: 'Close chat widget' }).click()
    await expect(button(ada).locator('span')).toHaveCSS('background-color', HOLLOW)
    await ada.getByRole('radio', { name: 'Purple' }).click()
    await expect(button(ada)).toHaveCSS('background-color', 'rgb(117, 86, 235)')
    await ada.getByText('Filled', { exact: true }).click()
    await expect(button(ada).locator('span')).not.toHaveCSS('background-color', HOLLOW)
    await ada.getByRole('button', { name: 'Open chat widget' }).click()
    await expect(chat(ada).getByRole('heading', { name: 'Welcome to Acme' })).toBeVisible()
    await expect(saved(ada)).toBeVisible()
  })
  await expectAccessible(ada)
  await expectToFit(ada)

  await test.step('leaving a field saves at once', async () => {
    await ada.clock.install()
    await ada.clock.pauseAt(Date.now() + 10_000)
    await ada.getByLabel('Text when somebody is online').fill('Here for you')
    const save = ada.waitForRequest(isSave)
    await ada.getByLabel('Text when somebody is online').blur()
    expect((await save).postDataJSON()).toEqual({
      widget_settings: { agent_available_text: 'Here for you', inbox_id: id },
    })
    await ada.clock.resume()
    await expect(saved(ada)).toBeVisible()
  })

  await ada.getByRole('tab', { name: 'React' }).click()
  const react = ada.getByRole('region', { name: 'React code' })
  await expect(react).toContainText(`token="${account_id}"`)
  await expect(react).toContainText(`inbox="${id}"`)
  await expect(react).toContainText('title="Welcome to Acme"')
  await ada.getByRole('tab', { name: 'HTML' }).click()
  await expect(ada.getByRole('region', { name: 'HTML code' })).toContainText("title: 'Welcome to Acme'")
  await ada.getByLabel('Write the current settings into the code').click()
  await expect(ada.getByRole('region', { name: 'HTML code' })).not.toContainText('Welcome to Acme')
  await ada.getByRole('button', { name: 'Copy HTML code' }).click()
  await expect(ada.getByText('Copied to clipboard!')).toBeVisible()

  await carla.goto(site.page('shop', { body: await ada.evaluate(() => navigator.clipboard.readText()) }))
  await expect(button(carla)).toHaveCSS('background-color', 'rgb(117, 86, 235)')
  await opens(carla)
  await expect(chat(carla).getByRole('heading', { name: 'Welcome to Acme' })).toBeVisible()
  await expect(chat(carla).getByText('Here for you')).toBeVisible()
  await expect(bubbles(carla).getByText('Hi from Acme')).toBeVisible()
  await says(carla, 'I am in the right place')
  const found = () => call<unknown[]>(ada, `/api/conversations?inbox_id=${id}&source=chat`)
  await expect.poll(async () => (await found()).length).toBe(1)
})

test('shows the away message while nobody is online, and asks for the email first', async ({
  somebody,
  papercups,
  team,
  site,
}) => {
  await team.setsUpWidget({
    greeting: 'Hi there!',
    away_message: 'Back on Monday',
    show_agent_availability: true,
    agent_unavailable_text: 'Gone fishing',
    require_email_upfront: true,
  })
  const carla = await somebody()
  await carla.goto(site.widgetPage('away', papercups.url, { token: team.account_id }))
  await opens(carla)
  await expect(bubbles(carla).getByText('Back on Monday')).toBeVisible()
  await expect(bubbles(carla).getByText('Hi there!')).toHaveCount(0)
  await expect(chat(carla).getByText('Gone fishing')).toBeVisible()
  await chat(carla).getByPlaceholder('Enter your email').fill('carla@example.com')
  await chat(carla).getByRole('button', { name: 'Continue' }).click()
  await says(carla, 'See you then')
  await expect(bubbles(carla).getByText('Sent just now')).toBeVisible()
  const emails = async () => (await team.conversations()).map(({ customer }) => customer?.email)
  await expect.poll(emails).toEqual(['carla@example.com'])
})

test('works on a phone for the primary inbox, keeps changes after a failure, and refuses members', async ({
  somebody,
}) => {
  const [ada, ben] = [await somebody({ width: 360, height: 740, dark: true }), await somebody()]
  await registerCompany(ada, '/settings/chat-widget')
  await expect(ada.getByRole('button', { name: 'Open chat widget' })).toBeVisible()
  await expect(ada.getByRole('link', { name: 'Integrations' })).toHaveAttribute('href', '/integrations')
  await failUntilClick(ada, '**/api/widget_settings', (route) =>
    isSave(route.request()) ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await ada.getByLabel('Subtitle').fill('x'.repeat(255))
  await expect(ada.getByRole('alert')).toContainText('Not saved.')
  await expectAccessible(ada)
  await expectToFit(ada)
  await ada.getByRole('button', { name: 'Try again' }).click()
  await expect(saved(ada)).toBeVisible()
  await ada.reload()
  await expect(ada.getByLabel('Subtitle')).toHaveValue('x'.repeat(255))

  await ada.getByRole('button', { name: 'Open chat widget' }).click()
  await expect(chat(ada).getByText('x'.repeat(255))).toBeVisible()
  await chat(ada).getByRole('button', { name: 'Close chat' }).click()
  await ada.goto('/inboxes/00000000-0000-4000-8000-000000000000/chat-widget')
  await expect(ada.getByRole('alert')).toContainText('Inbox not found')

  const { id } = await call<{ id: string }>(ada, '/api/inboxes/primary')
  await joinTeam(ben, ada, `/inboxes/${id}/chat-widget`)
  await expect(ben).toHaveURL(HOME)
})
