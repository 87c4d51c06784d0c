import { createHmac } from 'node:crypto'
import { bubbles, expect, opens, test } from '../embeds/story.js'
import { call, chat, joinTeam, OUTSIDE, registerCompany, says } from '../people.js'
import { expectAccessible, expectToFit } from '../story.js'

const hash = (key: string, external_id: string) => createHmac('sha256', key).update(external_id).digest('hex')

test('with required verification only the site’s server can open a customer’s chat', async ({
  somebody,
  papercups,
  site,
}) => {
  const [ada, carla] = [await somebody(), await somebody()]
  await ada.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { account_id } = await registerCompany(ada, '/settings/chat-widget')
  const section = ada.getByRole('region', { name: 'Identity verification' })
  await section.getByRole('button', { name: 'Copy the userHash key' }).click()
  const copied = () => ada.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toMatch(/^[\w-]{43}$/)
  const key = await copied()
  await section.getByRole('tab', { name: 'Python' }).click()
  await section.getByRole('button', { name: 'Copy Python code' }).click()
  await expect.poll(copied).toContain('hmac.new(')
  const demand = section.getByRole('checkbox', { name: 'Require verified identities' })
  await demand.click()
  await expect(demand).toBeChecked()

  const customer = { name: 'Carla', external_id: 'u1' }
  const page = (name: string, config: object) => site.widgetPage(name, papercups.url, { token: account_id, ...config })
  await carla.goto(page('signed-in', { customer, userHash: hash(key, 'u1') }))
  await opens(carla)
  await says(carla, 'My account number is 4711')
  await expect(bubbles(carla).getByText('Sent just now')).toBeVisible()
  const known = () =>
    call<Array<{ customer: { external_id: string | null } }>>(ada, '/api/conversations').then((list) =>
      list.map((row) => row.customer.external_id),
    )
  await expect.poll(known).toEqual(['u1'])

  await test.step('the old keys work for a day after new ones', async () => {
    await section.getByRole('button', { name: 'New keys' }).click()
    await ada.getByRole('dialog').getByRole('button', { name: 'Create new keys' }).click()
    await expect(section.getByText('The old keys work until')).toBeVisible()
    await carla.reload()
    await opens(carla)
    await expect(bubbles(carla).getByText('My account number is 4711')).toBeVisible()
    await section.getByRole('button', { name: 'End the old keys now' }).click()
    await expect(section.getByText('The old keys work until')).toHaveCount(0)
    await expectAccessible(ada)
  })

  await test.step('without proof the visitor is anonymous', async () => {
    const mallory = await somebody()
    await mallory.goto(page('forged', { customer, userHash: hash(key, 'u1') }))
    await opens(mallory)
    await says(mallory, 'I am Carla, honestly')
    await expect(bubbles(mallory).getByText('Sent just now')).toBeVisible()
    await expect(bubbles(mallory).getByRole('listitem')).toHaveCount(1)
    await expect.poll(known).toEqual([null, 'u1'])
  })

  await test.step('signing out of the site clears the chat', async () => {
    await carla.goto(page('signed-out', {}))
    await opens(carla)
    await says(carla, 'Somebody else at the same machine')
    await expect(bubbles(carla).getByText('Sent just now')).toBeVisible()
    await expect(bubbles(carla).getByText('My account number is 4711')).toHaveCount(0)
  })

  const ben = await somebody()
  await joinTeam(ben, ada, '/settings/chat-widget')
  await expect(ben).not.toHaveURL(/chat-widget/)
})

test('another person on the same page sees nothing of the former one, without a reload', async ({
  somebody,
  papercups,
  team,
  site,
}) => {
  const carla = await somebody()
  const url = site.widgetPage('one-page', papercups.url, { token: team.account_id, customer: { external_id: 'u1' } })
  await carla.goto(url)
  await opens(carla)
  await says(carla, 'A secret of the first')
  await expect(bubbles(carla).getByText('Sent just now')).toBeVisible()
  await carla.evaluate(() => dispatchEvent(new Event('papercups:reset')))
  await expect(bubbles(carla).getByText('A secret of the first')).toHaveCount(0)
  await says(carla, 'Of nobody')
  await expect(bubbles(carla).getByText('Sent just now')).toBeVisible()

  const props = { token: team.account_id, baseUrl: papercups.url, customer: { external_id: 'u2' } }
  await carla.goto(await site.reactPage('@papercups/react', props))
  await opens(carla)
  await says(carla, 'A secret of the second')
  await expect(bubbles(carla).getByText('Sent just now')).toBeVisible()
  const show = (changes: object) =>
    carla.evaluate((next) => (window as unknown as { show(props: object): void }).show(next), changes)
  await show({ customer: { external_id: 'u3' } })
  await expect(bubbles(carla).getByText('A secret of the second')).toHaveCount(0)
  await show({ customer: { external_id: 'u2' } })
  await expect(bubbles(carla).getByText('A secret of the second')).toBeVisible()
  await show({ customer: null })
  await expect(bubbles(carla).getByText('A secret of the second')).toHaveCount(0)
})

test('a customer who signs in late is known, on every device', async ({ somebody, papercups, team, site }) => {
  const customer = { name: 'Carla', external_id: 'u9' }
  const server = { token: team.account_id, baseUrl: papercups.url }
  const people = async () => (await team.conversations()).map((row) => row.customer?.external_id ?? null).sort()

  for (const asWindow of [false, true]) {
    const carla = await somebody()
    let load = () => {}
    const loads = new Promise<void>((resolve) => (load = resolve))
    await carla.route(asWindow ? '**/widget?*' : '**/widget.js', async (route) => {
      await loads
      await route.continue()
    })
    const url = await site.reactPage('@papercups/react', { ...server, asWindow })
    await carla.goto(url, { waitUntil: 'domcontentloaded' })
    const show = (changes: object) =>
      carla.evaluate((next) => (window as unknown as { show(props: object): void }).show(next), changes)
    await show({ customer })
    load()
    if (!asWindow) await opens(carla)
    if (!asWindow) await says(carla, 'Where is my parcel?')
    await expect(bubbles(carla).getByText('Where is my parcel?')).toBeVisible()
    await expect.poll(people).toEqual(['u9'])
  }

  const phone = await somebody()
  await phone.goto(site.widgetPage('signed-out-yet', papercups.url, server))
  await opens(phone)
  await says(phone, 'Who am I?')
  await expect(bubbles(phone).getByText('Sent just now')).toBeVisible()
  const identified = phone.waitForResponse(/\/api\/customers\/.*\/metadata/)
  await phone.goto(site.widgetPage('signed-in-late', papercups.url, { ...server, customer }))
  await identified
  expect(await people()).toEqual([null, 'u9'])
  await opens(phone)
  await expect(bubbles(phone).getByText('Where is my parcel?')).toBeVisible()
  await expect(bubbles(phone).getByText('Who am I?')).toHaveCount(0)
})

test('the widget works only on allowed sites', async ({ somebody, papercups, site }) => {
  const [ada, carla] = [await somebody(), await somebody()]
  const { account_id } = await registerCompany(ada, '/settings/chat-widget')
  const section = ada.getByRole('region', { name: 'Allowed sites' })
  const fill = async (text: string) => {
    await section.getByRole('textbox').fill(text)
    await section.getByRole('button', { name: 'Save' }).click()
  }
  await section.getByRole('button', { name: 'Edit' }).click()
  await fill('shop.example\nno site')
  await expect(section.getByText('"no site" is no site')).toBeVisible()
  await fill('shop.example')
  await expect(section.getByRole('button', { name: 'Edit' })).toBeVisible()

  const url = site.widgetPage('embedded', papercups.url, { token: account_id })
  const refused = carla.waitForResponse((answer) => answer.url().includes('/api/widget_settings?'))
  await carla.goto(url)
  expect((await refused).status()).toBe(403)
  await carla.evaluate((src) => {
    const frame = document.createElement('iframe')
    frame.className = 'Papercups-chatWindowContainer'
    document.body.append(frame)
    frame.src = src
  }, `${papercups.url}/widget?token=${account_id}`)
  // The browser blocks the frame and shows its own error page.
  await expect.poll(() => carla.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/')
  await expect(carla.getByRole('button')).toHaveCount(0)

  await section.getByRole('button', { name: 'Edit' }).click()
  await fill(`shop.example\n${new URL(site.url).host}`)
  await expect(section.getByRole('button', { name: 'Edit' })).toBeVisible()
  await carla.goto(url)
  await opens(carla)
  await says(carla, 'Hello from an allowed site')
  await expect(bubbles(carla).getByText('Sent just now')).toBeVisible()
})

test('an open chat ends when its site is removed from the list, and works again when it is added', async ({
  somebody,
  papercups,
  site,
}) => {
  const [ada, carla] = [await somebody(), await somebody()]
  const { account_id } = await registerCompany(ada, OUTSIDE)
  const inbox = await call<{ id: string }>(ada, '/api/inboxes/primary')
  const allow = (...sites: string[]) =>
    call(ada, `/api/inboxes/${inbox.id}/allowed_sites`, { method: 'PUT', data: { allowed_sites: { sites } } })
  await allow(new URL(site.url).host)
  await carla.goto(site.widgetPage('taken-off', papercups.url, { token: account_id }))
  await opens(carla)
  await says(carla, 'Where is my parcel?')
  await expect(bubbles(carla).getByText('Sent just now')).toBeVisible()
  const field = chat(carla).getByLabel('Message', { exact: true })
  await field.fill('It was blue')

  await allow('shop.example')
  await expect(chat(carla).getByText('This chat is not available on this site right now.')).toBeVisible()
  await expect(field).toBeHidden()
  await expect(chat(carla).getByRole('button', { name: 'Your conversations' })).toBeDisabled()
  await expectAccessible(carla)
  const [conversation] = await call<Array<{ id: string }>>(ada, '/api/conversations?status=open')
  const message = { conversation_id: conversation?.id, body: 'Are you still there?' }
  await call(ada, '/api/messages', { data: { message } })
  await expect(bubbles(carla).getByRole('listitem')).toHaveCount(1)

  await allow('shop.example', new URL(site.url).host)
  await expect(bubbles(carla).getByText('Are you still there?')).toBeVisible()
  await expect(field).toHaveValue('It was blue')
  // The messages may be there before the chat knows that it may write.
  await expect(field).toBeVisible()
  await field.press('Enter')
  await expect(bubbles(carla).getByText('Sent just now')).toBeVisible()
  await expect(bubbles(carla).getByRole('listitem')).toHaveCount(3)
})

test('the chat page works without JavaScript, on a phone and in dark mode', async ({ browser, papercups, team }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      ...{ javaScriptEnabled: false, baseURL: papercups.url, viewport: { width: 360, height: 640 }, colorScheme },
    })
    const carla = await context.newPage()
    await carla.goto(`/chat/${team.account_id}`)
    await carla.getByLabel('Your name').fill('Carla')
    await carla.getByLabel('Your message').fill(`Hello <b>there</b>, ${colorScheme} ${'wide'.repeat(60)}`)
    await carla.getByRole('button', { name: 'Send message' }).click()
    await expect(carla.getByRole('listitem')).toHaveText([/Hello <b>there<\/b>/])
    await team.replies(`Hi, ${colorScheme} Carla`)
    await carla.getByRole('link', { name: 'Check for new messages' }).click()
    await expect(carla.getByRole('listitem')).toHaveCount(2)
    await expect(carla.getByText(`Hi, ${colorScheme} Carla`)).toBeVisible()
    // The same page with JavaScript, which the accessibility check needs.
    const cookies = await context.cookies()
    const judge = await browser.newContext({
      baseURL: papercups.url,
      viewport: { width: 360, height: 640 },
      colorScheme,
    })
    await judge.addCookies(cookies)
    const judged = await judge.newPage()
    await judged.goto(`/chat/${team.account_id}`)
    await expect(judged.getByRole('listitem')).toHaveCount(2)
    await expectAccessible(judged)
    await expectToFit(judged)
    await judge.close()
    await context.close()
  }
})
