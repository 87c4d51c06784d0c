import { bubbles, expect, opens, test } from '../embeds/story.js'
import { chat, says } from '../people.js'

/** Styles that real pages have, all at once. */
const STYLES = `
  * { box-sizing: content-box; letter-spacing: 4px; line-height: 3; text-transform: uppercase; float: left }
  div, section { transform: rotate(5deg); opacity: 0.2; overflow: hidden; position: relative; margin: 40px }
  button, input { all: unset; display: none; font-size: 0; width: 100%; padding: 30px }
  iframe { max-width: 100px; min-width: 50px; height: auto; visibility: hidden; filter: blur(9px); border: 9px solid }
  span { display: none; width: 1000px }
`
const SCRIPT = `
  Object.prototype.each = function () { throw new Error('called') }
  Object.prototype.title = 'polluted'
  Array.prototype.last = function () { return this[this.length - 1] }
  for (const area of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, area, { get() { throw new DOMException('denied', 'SecurityError') } })
  window.received = []
  window.addEventListener('message', ({ data }) => data.forged && window.received.push(data.event))
`
/** A frame of the page's origin that imitates ours. */
const FORGER = `<script>
  const forge = (target, event, payload) => target.postMessage({ event, payload, forged: true }, '*')
  window.addEventListener('click', () => {
    for (const event of ['papercups:open', 'papercups:close', 'customer:updated', 'messages:unseen', 'papercups:keep'])
      forge(parent, event, { customerId: 'c0000000-0000-4000-8000-000000000000', count: 9, kept: '{}' })
    for (const frame of Array.from({ length: parent.length }, (_, index) => parent[index]))
      if (frame !== window)
        for (const event of ['papercups:reset', 'papercups:toggle', 'config:update'])
          forge(frame, event, { isOpen: false, title: 'Forged' })
  })
</script><button>Forge</button>`

test('the chat works on a page with a strict CSP, hostile styles and scripts, and no storage', async ({
  somebody,
  papercups,
  team,
  site,
}) => {
  const server = papercups.url
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-acme' ${server}`,
    "style-src 'nonce-acme'",
    `connect-src ${server} ${server.replace('http', 'ws')}`,
    `frame-src 'self' ${server}`,
    "require-trusted-types-for 'script'",
  ]
  site.page('forger', { body: FORGER })
  const config = { token: team.account_id, subtitle: 'Ask us anything' }
  const address = site.page('hostile', {
    head: `<style nonce="acme">${STYLES}</style>
      <script nonce="acme">${SCRIPT} window.Papercups = { config: ${JSON.stringify(config)} }</script>
      <script async src="${server}/widget.js"></script>`,
    body: '<iframe src="/forger" title="Neighbour"></iframe>',
    headers: { 'content-security-policy': policy.join('; ') },
  })
  const carla = await somebody()
  const complaints: string[] = []
  carla.on('console', (line) => line.type() === 'error' && complaints.push(line.text()))
  await carla.goto(address)

  const button = carla.getByRole('button', { name: 'Open chat widget' })
  await expect.poll(() => button.boundingBox()).toEqual({ x: 1210, y: 730, width: 50, height: 50 })
  await opens(carla)
  const panel = carla.locator('iframe.Papercups-chatWindowContainer')
  await expect.poll(() => panel.boundingBox()).toEqual({ x: 884, y: 20, width: 376, height: 680 })
  await expect(panel).toHaveCSS('filter', 'none')
  await expect(chat(carla).getByRole('heading', { name: 'polluted' })).toHaveCount(0)
  await says(carla, 'Can you hear me?')
  await expect(bubbles(carla).getByText('Sent just now')).toBeVisible()
  await team.replies('Loud and clear')
  await expect(bubbles(carla).getByText('Loud and clear')).toHaveCount(1)

  const forge = carla.frameLocator('[title=Neighbour]').getByText('Forge')
  await forge.dispatchEvent('click')
  await expect.poll(() => carla.evaluate(() => (window as unknown as { received: string[] }).received.length)).toBe(5)
  await expect(carla.getByRole('button', { name: 'Close chat widget' })).toBeVisible()
  // Sent after the forged messages, so those have been received and ignored.
  await carla.evaluate(() => dispatchEvent(new CustomEvent('papercups:close')))
  await expect(button).toBeVisible()
  await expect(carla.locator('.Papercups-toggleButtonContainer > span')).toBeHidden()
  await opens(carla)
  await expect(bubbles(carla).getByRole('listitem')).toHaveCount(2)
  await expect(chat(carla).getByText('Forged')).toHaveCount(0)
  expect(complaints).toEqual([])
})
