import type { Page } from '@playwright/test'
import { recorderTags, test } from '../recorder/story.js'
import { call, joinTeam, OUTSIDE, registerCompany } from '../people.js'
import { expect } from '../story.js'
import { shownText } from './recorder.js'

const SHOP = `<h1 id="title">Ten socks</h1> <input aria-label="Coupon">
  <button onclick="box.showModal()">Sizes</button>
  <dialog id="box"><p>Sizes from 35 to 48</p><form method="dialog"><button>Close</button></form></dialog>
  <iframe srcdoc="<p>Words inside a frame</p>"></iframe> <canvas width="50" height="50"></canvas>
  <button onclick="history.pushState({}, '', '/shop/orders?key=1'); view.textContent = 'Three orders'">Orders</button>
  <p id="view">No order is shown</p>`

const LONG = `<h1>All socks</h1>${Array.from({ length: 5_000 }, (_, at) => `<p>Sock ${at}</p>`).join('')}`

const sessionsOf = (ada: Page) => call<Array<{ id: string; customer_id: string }>>(ada, '/api/browser_sessions')

/** What is drawn inside the first frame of the recorded page. */
const framedText = (page: Page) =>
  page
    .frameLocator('iframe[title="The visitor’s page"]')
    .locator('iframe')
    .evaluate((frame) => {
      const inner = (frame as HTMLIFrameElement).contentDocument?.querySelector('iframe')
      return inner?.contentDocument?.body?.innerText ?? ''
    })

test('two agents follow a visitor over dialogs, frames, pages, reloads and a lost connection', async ({
  somebody,
  papercups,
  site,
}) => {
  const [ada, ben, carla] = [await somebody(), await somebody(), await somebody()]
  const { account_id } = await registerCompany(ada, OUTSIDE)
  await joinTeam(ben, ada, OUTSIDE)
  const head = recorderTags(papercups.url, { accountId: account_id, customer: { name: 'Carla' } })
  site.page('all', { head, body: LONG })
  await carla.goto(site.page('shop', { head, body: SHOP }))
  await expect.poll(async () => (await sessionsOf(ada)).length).toBe(1)
  const [session] = await sessionsOf(ada)
  const agents = [ada, ben]
  const bothSee = async (words: string) => {
    for (const agent of agents) await expect.poll(() => shownText(agent), words).toContain(words)
  }

  for (const agent of agents) {
    await agent.goto(`/sessions/live/${session?.id}`)
    await expect.poll(() => shownText(agent)).toContain('Ten socks')
    await expect.poll(() => framedText(agent)).toContain('Words inside a frame')
  }
  await carla.getByRole('button', { name: 'Sizes' }).click()
  await bothSee('Sizes from 35 to 48')
  await carla.getByRole('button', { name: 'Close' }).click()
  await carla.getByRole('button', { name: 'Orders' }).click()
  await bothSee('Three orders')
  await expect(ada.getByRole('region', { name: 'Live page' })).toContainText(`${site.url}/shop/orders?key`)

  await carla.goto(`${site.url}/all`)
  await bothSee('Sock 4999')
  await carla.goto(`${site.url}/shop`)
  await bothSee('No order is shown')
  await carla.reload()
  await carla.evaluate(() => document.getElementById('title')?.append(' after a reload'))
  await bothSee('Ten socks after a reload')

  // What happens without a connection is sent later.
  const cut = new Set<{ close(): Promise<void> }>()
  let isCut = false
  await carla.routeWebSocket(/\/socket\/websocket/, (line) => {
    if (isCut) return void line.close()
    line.connectToServer()
    cut.add(line)
  })
  await carla.reload()
  await expect.poll(() => cut.size).toBe(1)
  await bothSee('No order is shown')
  await expect.poll(() => shownText(ada)).not.toContain('after a reload')
  isCut = true
  for (const line of cut) await line.close()
  for (const agent of agents) await expect(agent.getByText('The visitor has left')).toBeVisible()
  await carla.evaluate(() => document.getElementById('title')?.append(' in a tunnel'))
  isCut = false
  for (const agent of agents) await expect(agent.getByText('The visitor is on this page now.')).toBeVisible()
  await bothSee('Ten socks in a tunnel')
  // It was one visit.
  expect(await sessionsOf(ada)).toHaveLength(1)

  // Erased while agents watch: nothing of the visit is left, and the recorder stops.
  await ada.goto(`/customers/${session?.customer_id}`)
  await ada.getByRole('button', { name: 'Delete' }).click()
  await ada.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await expect.poll(() => sessionsOf(ada)).toEqual([])
  await carla.evaluate(() => document.getElementById('title')?.append(' in secret'))
  const kept = () => carla.evaluate(() => sessionStorage.getItem('papercups:storytime:session'))
  await expect.poll(kept).toBeFalsy()
  await expect(ben.getByText(/The visitor has left|Error retrieving session/)).toBeVisible()
  // The page may show the player still, or its error instead.
  const texts = ben.frames().map((frame) => frame.evaluate(() => document.body.innerText))
  expect((await Promise.all(texts)).join()).not.toContain('in secret')
})
