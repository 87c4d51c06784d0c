import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser } from 'playwright-core'
import { toFigure, type Figure } from './figure.js'
import { registerCompany, startProduct, type Ground } from './ground.js'
import { prepareOpening } from './live-opening.js'
import { takeTurns } from './statistics.js'

/** The limit for everything that is loaded while recording. */
const MOST_BYTES = 25_000
const ROUNDS = 6
const OPENINGS = 10
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

/** Draws the snapshot that the page with the bare library took. */
const REPLAY = `<script src="/replay.js"></script><script src="/snapshot.js"></script><script>
  new rrwebReplay.Replayer(snapshot, { root: document.body }).on('fullsnapshot-rebuilded', () => { window.isDrawn = true })
</script>`

/** Bytes of the recorder, its time on the main thread against the bare recording library, and the time until an agent sees the page. */
export async function measureRecorder(ground: Ground): Promise<Figure[]> {
  const product = await startProduct(ground)
  const company = await registerCompany(product)
  const server = `http://127.0.0.1:${product.port}`
  const site = await openSite({
    '/ours': `${PAGE}<script>window.Papercups = { config: { accountId: '${company.account_id}' } }</script>
      <script async src="${server}/storytime.js"></script>`,
    '/bare': `${PAGE}<script src="/rrweb.js"></script>
      <script>window.events = []; rrwebRecord.record({ emit: (event) => events.push(event) })</script>`,
    '/start': '<a href="/replay">View live</a>',
    '/replay': REPLAY,
  })
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
  try {
    site.serve('/snapshot.js', `window.snapshot = ${await takeSnapshot(browser, `${site.url}/bare`)}`)
    const places = { server, recorded: `${site.url}/ours`, replayed: `${site.url}/start` }
    const opening = await prepareOpening(browser, places, company)
    await opening.ours()
    await opening.limit()
    const openings = await takeTurns(ground.scale(OPENINGS), opening)
    await opening.close()

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
      toFigure({
        name: 'recorder: opening',
        unit: 'ms from click to page',
        goal: { at_most: 3 },
        rounds: openings,
      }),
    ]
  } finally {
    await browser.close()
    await site.close()
    await product.stop()
  }
}

/** The first events of the page as JSON: its size and all its nodes. */
async function takeSnapshot(browser: Browser, url: string) {
  const page = await browser.newPage()
  await page.goto(url)
  await page.waitForFunction('window.events && window.events.some(({ type }) => type === 2)')
  const json = await page.evaluate<string>('JSON.stringify(events.filter(({ type }) => type === 4 || type === 2))')
  await page.close()
  return json
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

/** The library of rrweb that a part of the product uses, as a script for a page. */
function readLibrary(user: string, name: string) {
  const { resolve } = createRequire(new URL(`../../${user}/package.json`, import.meta.url))
  return readFileSync(resolve(`@rrweb/${name}`).replace(/\w+\.cjs$/, `${name}.umd.min.cjs`), 'utf8')
}

/** A site with another origin than the server. */
async function openSite(bodies: Record<string, string>) {
  const scripts = new Map([
    ['/rrweb.js', readLibrary('packages/recorder', 'record')],
    ['/replay.js', readLibrary('apps/dashboard', 'replay')],
  ])
  const server = createServer(({ url = '' }, response) => {
    const script = scripts.get(url)
    if (script) return void response.setHeader('content-type', 'text/javascript').end(script)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>Acme</title><body>${bodies[url] ?? ''}</body>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    serve: (path: string, script: string) => void scripts.set(path, script),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
