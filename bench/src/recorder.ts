import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser } from 'playwright-core'
import { toFigure, type Figure } from './figure.js'
import { registerCompany, startProduct, type Ground } from './ground.js'
import { takeTurns } from './statistics.js'

/** The limit for everything that is loaded while recording. */
const MOST_BYTES = 25_000
const ROUNDS = 6
const MEASURED_MS = 12_000

/** 5,000 elements, and a list that gets a row and loses one 50 times a second. */
const PAGE = `<div id="nodes"></div><ul id="list"></ul><script>
  nodes.innerHTML = '<p class="a">Some <b>words</b></p>'.repeat(2450)
  list.innerHTML = '<li>row</li>'.repeat(90)
  let count = 0
  setInterval(() => {
    list.firstElementChild.remove()
    list.append(Object.assign(document.createElement('li'), { textContent: 'row ' + count++ }))
  }, 20)
</script>`

/** Bytes of the recorder, and its time on the main thread against the bare recording library. */
export async function measureRecorder(ground: Ground): Promise<Figure[]> {
  const product = await startProduct(ground)
  const { account_id } = await registerCompany(product)
  const server = `http://127.0.0.1:${product.port}`
  const site = await openSite({
    '/ours': `<script>window.Papercups = { config: { accountId: '${account_id}' } }</script>
      <script async src="${server}/storytime.js"></script>`,
    '/bare': `<script src="/rrweb.js"></script>
      <script>window.events = []; rrwebRecord.record({ emit: (event) => events.push(event) })</script>`,
  })
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
  try {
    const ours = () => busyTime(browser, `${site.url}/ours`, 'window.Storytime && window.Storytime.initialized')
    const limit = () => busyTime(browser, `${site.url}/bare`, 'window.events && window.events.length > 2')
    await ours()
    await limit()
    const rounds = await takeTurns(ground.scale(ROUNDS), { ours, limit })
    return [
      toFigure({
        name: 'recorder: bytes',
        unit: 'bytes, gzip',
        goal: { at_most: 1 },
        rounds: [{ ours: loadedBytes(), limit: MOST_BYTES }],
      }),
      toFigure({ name: 'recorder: main thread', unit: 'ms in 12 s', goal: { at_most: 1.2 }, rounds }),
    ]
  } finally {
    await browser.close()
    await site.close()
    await product.stop()
  }
}

/** The milliseconds that the page's main thread worked while it was recorded. */
async function busyTime(browser: Browser, url: string, isRecording: string) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const tools = await context.newCDPSession(page)
    await tools.send('Performance.enable')
    await page.goto(url)
    await page.waitForFunction(isRecording)
    const seconds = async () => {
      const { metrics } = await tools.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN
    }
    const before = await seconds()
    await page.waitForTimeout(MEASURED_MS)
    return ((await seconds()) - before) * 1000
  } finally {
    await context.close()
  }
}

const SCRIPT = fileURLToPath(new URL('../../packages/recorder/dist/script/', import.meta.url))

/** The script and the part that records. The part that draws pointing is loaded when an agent asks. */
function loadedBytes() {
  const part = readdirSync(`${SCRIPT}storytime`).find((name) => name.startsWith('start-'))
  const size = (path: string) => gzipSync(readFileSync(SCRIPT + path), { level: 9 }).length
  return size('storytime.js') + size(`storytime/${part}`)
}

/** A site with another origin than the server. */
async function openSite(heads: Record<string, string>) {
  const { resolve } = createRequire(new URL('../../packages/recorder/package.json', import.meta.url))
  const library = readFileSync(resolve('@rrweb/record').replace(/record\.cjs$/, 'record.umd.min.cjs'))
  const server = createServer(({ url = '' }, response) => {
    if (url === '/rrweb.js') return void response.setHeader('content-type', 'text/javascript').end(library)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>Acme</title><body>${PAGE}${heads[url] ?? ''}</body>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
