import { gunzipSync } from 'node:zlib'
import { runSql } from '../database.js'
import { expect, recorderTags, test } from '../recorder/story.js'
import { opens } from '../embeds/story.js'
import { call, OUTSIDE, registerCompany, says } from '../people.js'
import { expectAccessible, expectToFit } from '../story.js'
import { shownText } from './recorder.js'

const PRICING = `<h2>Prices for teams</h2>
  <form onsubmit="return false">
    <input aria-label="Name"> <input type="password" aria-label="Password">
    <input aria-label="Card" autocomplete="cc-number"> <button id="pay">Pay now</button>
  </form>
  <script>document.getElementById('pay').onclick = () => dispatchEvent(new ErrorEvent('error', { message: 'Boom' }))</script>`

const TYPED = ['Secretname', 'hunter2', '4242']

test('an agent replays a visit, from the conversation and from the customer', async ({ somebody, papercups, site }) => {
  const [ada, carla] = [await somebody(), await somebody()]
  const { account_id } = await registerCompany(ada, OUTSIDE)
  const tags = recorderTags(papercups.url, { accountId: account_id, customer: { name: 'Carla' } })
  const head = `${tags}<script async src="${papercups.url}/widget.js"></script>`
  site.page('pricing', { head, body: PRICING })
  const sessions = () =>
    call<Array<{ id: string; recorded: boolean; customer_id: string }>>(ada, '/api/browser_sessions')
  const marks = async (id: string) => {
    const { marks } = await call<{ marks: Array<{ kind: string }> }>(ada, `/api/browser_sessions/${id}/recording`)
    return marks.map(({ kind }) => kind)
  }

  await carla.goto(
    site.page('shop', { head, body: '<p>Ten socks</p><button>Look</button><a href="/pricing">Prices</a>' }),
  )
  await expect.poll(async () => (await sessions()).length).toBe(1)
  // The recorder sends after a click.
  await expect
    .poll(async () => {
      await carla.getByRole('button', { name: 'Look' }).click()
      return (await sessions())[0]?.recorded
    })
    .toBe(true)
  const { id = '', customer_id } = (await sessions())[0] ?? {}
  await carla.getByRole('link', { name: 'Prices' }).click()
  await carla.getByLabel('Name').pressSequentially('Carla Secretname')
  await carla.getByLabel('Password').pressSequentially('hunter2')
  await carla.getByLabel('Card').pressSequentially('4242424242424242')
  await expect
    .poll(async () => {
      for (let i = 0; i < 3; i++) await carla.getByRole('button', { name: 'Pay now' }).click()
      return marks(id)
    })
    .toEqual(expect.arrayContaining(['page', 'click', 'rage_click', 'error']))
  await opens(carla)
  await says(carla, 'Is this per month?')
  await expect.poll(async () => (await call<object[]>(ada, '/api/conversations')).length).toBe(1)
  await carla.goto('about:blank')

  await ada.goto('/conversations/all')
  await ada.getByRole('link', { name: /Carla/ }).first().click()
  await expect(ada.getByRole('region', { name: 'Sessions' }).getByRole('link', { name: 'Replay' })).toBeVisible()
  await ada.getByRole('link', { name: 'Was on /pricing when they wrote this' }).click()
  await expect(ada).toHaveURL(/\/sessions\/replay\/[^/]+\?at=\d+$/)
  await expect.poll(() => shownText(ada)).toContain('Prices for teams')
  await expect(ada.getByRole('heading', { level: 1, name: 'Session of Carla' })).toBeVisible()
  const timeline = ada.getByRole('complementary', { name: 'Timeline' })
  const current = timeline.locator('[aria-current]')
  await expect(current).toContainText('Message Is this per month?')
  await expectAccessible(ada)
  await ada.setViewportSize({ width: 360, height: 740 })
  await expectToFit(ada)
  await ada.setViewportSize({ width: 1280, height: 900 })

  await timeline.getByRole('button', { name: /Page .*\/shop$/ }).click()
  await expect.poll(() => shownText(ada)).toContain('Ten socks')
  await expect(ada.getByRole('region', { name: 'Replay' })).toContainText(`${site.url}/shop`)
  await ada.getByText('8×').click()
  await expect(ada.getByLabel('Skip inactivity')).toBeChecked()
  await ada.getByRole('button', { name: 'Play' }).click()
  await expect(ada.getByRole('button', { name: 'Pause' })).toBeVisible()
  // It stops by itself at the end.
  await expect(ada.getByRole('button', { name: 'Play' })).toBeVisible()
  await expect.poll(() => shownText(ada)).toContain('Prices for teams')

  await ada.getByRole('link', { name: 'Back to the customer' }).click()
  await expect(ada).toHaveURL(`/customers/${customer_id}?tab=sessions`)
  await ada.getByRole('list', { name: 'Sessions' }).getByRole('link', { name: 'Replay' }).click()
  await expect.poll(() => shownText(ada)).toContain('Ten socks')
  await ada.goto('/sessions/list')
  await expect(ada.getByRole('row', { name: /Carla/ }).getByRole('link', { name: 'Replay' })).toBeVisible()

  const stored = await runSql(papercups, 'select content from recording_batches where account_id = $1', [account_id])
  const bytes = stored.map(({ content }: { content: Buffer }) => gunzipSync(content).toString()).join()
  expect(bytes).toContain('Prices for teams')
  for (const secret of TYPED) expect(bytes, secret).not.toContain(secret)
})
