import { chromium, type Browser, type Page } from 'playwright-core'
import { insertMessages } from './big-account.js'
import { toFigure } from './figure.js'
import { registerCompany, seatCustomers, startProduct, type Company, type Ground, type Product } from './ground.js'

const MESSAGES = 100_000
const SCREENS = 60
const ROUNDS = 3
/** Users notice a longer task. */
const FELT_MS = 100

/** The longest task of the page while scrolling up through a very long conversation. */
export async function measureLongThread(ground: Ground) {
  const product = await startProduct(ground)
  const company = await registerCompany(product)
  const [seat] = await seatCustomers(ground, company, 1)
  const conversation_id = seat?.conversation_id ?? ''
  await fillConversation(ground, company, conversation_id, seat?.customer_id ?? '')

  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
  const rounds = []
  const count = ground.scale(ROUNDS)
  let read = 0
  try {
    const context = await signedIn(browser, product, company)
    for (let round = 0; round < count; round += 1) {
      const page = await context.newPage()
      await page.goto(`${urlOf(product)}/conversations/all/${conversation_id}`)
      await page.getByLabel('Messages', { exact: true }).getByText(`Message ${MESSAGES} of`).waitFor()
      const { longest, rows } = await scrollUp(page)
      read += rows / count
      rounds.push({ ours: longest, limit: FELT_MS })
      await page.close()
    }
  } finally {
    await browser.close()
    await product.stop()
  }
  const beside = { 'messages scrolled by': read }
  return toFigure({ name: 'long thread', unit: 'ms, longest task', goal: { at_most: 1 }, rounds, beside })
}

async function fillConversation({ pool }: Ground, { account_id, user_id }: Company, id: string, customer_id: string) {
  await insertMessages(
    pool,
    `select $1, $2, case when seq % 3 > 0 then $3::uuid end, case when seq % 3 = 0 then $4::bigint end, seq,
       'Message ' || seq || ' of a long story' || repeat(', which **goes on** and on', (seq % 7)::int),
       now() - ($5::int - seq) * interval '20 seconds'
     from generate_series(1, $5::int) seq`,
    [account_id, id, customer_id, user_id, MESSAGES],
  )
  await pool.query(
    'update conversations set last_seq = $3, last_activity_at = now() where account_id = $1 and id = $2',
    [account_id, id, MESSAGES],
  )
}

const urlOf = ({ port }: Product) => `http://127.0.0.1:${port}`

/** All pages share one session, because a renewal token works once. */
async function signedIn(browser: Browser, product: Product, { token, renew_token }: Company) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${urlOf(product)}/health`)
  const session = JSON.stringify({ token, renew_token, id: 'bench' })
  await page.evaluate((value) => localStorage.setItem('papercups.session', value), session)
  await page.close()
  return context
}

/** Scrolls by one screen as soon as the last one is drawn. */
function scrollUp(page: Page) {
  return page.evaluate(async (screens) => {
    let longest = 0
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
    })
    observer.observe({ type: 'longtask' })
    const box = document.querySelector('[aria-label="Messages"]')
    if (!box) throw new Error('there are no messages on the page')
    const frame = () => new Promise(requestAnimationFrame)
    const seen = new Set<string>()
    for (let screen = 0; screen < screens; screen += 1) {
      const before = box.scrollTop
      box.scrollTop = Math.max(0, before - box.clientHeight)
      // At the top, while the previous page is loading.
      for (let waited = 0; waited < 120 && (waited < 4 || box.scrollTop === 0); waited += 1) await frame()
      for (const [number] of (box.textContent ?? '').matchAll(/Message \d+/g)) seen.add(number)
    }
    for (const entry of observer.takeRecords()) longest = Math.max(longest, entry.duration)
    return { longest, rows: seen.size }
  }, SCREENS)
}
