import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser } from 'playwright-core'
import { toFigure, type Figure } from './figure.js'
import { registerCompany, startProduct, type Ground } from './ground.js'
import { eachOf, takeTurns } from './statistics.js'

/** Compressed bytes of the published script and its frame. */
const PUBLISHED_BYTES = 411_434
const ROUNDS = 8
/** The time between hovering over the button and clicking it. */
const HAND_MS = 100

/** Bytes, requests and time of the widget, against the published package. Both show our frame. */
export async function measureWidget(ground: Ground): Promise<Figure[]> {
  const product = await startProduct(ground)
  const { account_id } = await registerCompany(product)
  const server = `http://127.0.0.1:${product.port}`
  const site = await openSite({
    '/ours': `<script>window.Papercups = { config: { token: '${account_id}' } }</script>
      <script async src="${server}/widget.js"></script>`,
    '/published': `<div id="root"></div>
      <script>window.props = ${JSON.stringify({ token: account_id, baseUrl: server, iframeUrlOverride: `${server}/widget` })}</script>
      <script src="/published.js"></script>`,
  })
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
  try {
    const ours = () => visit(browser, `${site.url}/ours`, server)
    const limit = () => visit(browser, `${site.url}/published`, server)
    await ours()
    await limit()
    const rounds = await takeTurns(ground.scale(ROUNDS), { ours, limit })
    const bytes = [{ ours: loadedBytes(), limit: PUBLISHED_BYTES }]
    return [
      toFigure({ name: 'widget: bytes', unit: 'bytes, gzip', goal: { at_most: 0.1 }, rounds: bytes }),
      toFigure({
        name: 'widget: requests',
        unit: 'before the first click',
        goal: { at_most: 0.5 },
        rounds: eachOf(rounds, ({ requests }) => requests),
      }),
      toFigure({
        name: 'widget: opening',
        unit: 'ms from click to composer',
        goal: { at_most: 1 },
        rounds: eachOf(rounds, ({ opening }) => opening),
      }),
    ]
  } finally {
    await browser.close()
    await site.close()
    await product.stop()
  }
}

/** A first visit with an empty cache that opens the chat. */
async function visit(browser: Browser, url: string, server: string) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    let requests = 0
    page.on('request', (request) => (requests += request.url().startsWith(server) ? 1 : 0))
    await page.goto(url)
    const button = page.getByRole('button')
    await button.waitFor()
    await page.waitForLoadState('networkidle')
    const before = requests
    await button.hover()
    await page.waitForTimeout(HAND_MS)
    const begun = performance.now()
    await button.click()
    const chat = page.frameLocator('iframe.Papercups-chatWindowContainer')
    await chat.getByLabel('Message', { exact: true }).waitFor()
    return { requests: before, opening: performance.now() - begun }
  } finally {
    await context.close()
  }
}

const WIDGET = fileURLToPath(new URL('../../apps/widget/dist/', import.meta.url))

/** The launcher and all files that the frame's page references. */
function loadedBytes() {
  const html = readFileSync(`${WIDGET}frame/index.html`, 'utf8')
  const named = readdirSync(`${WIDGET}frame/assets`).filter((name) => html.includes(name))
  const files = ['widget.js', 'frame/index.html', ...named.map((name) => `frame/assets/${name}`)]
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(WIDGET + file), { level: 9 }).length, 0)
}

/** A site with another origin than the server. */
async function openSite(bodies: Record<string, string>) {
  const published = await bundlePublished()
  const server = createServer(({ url = '' }, response) => {
    if (url === '/published.js') return void response.setHeader('content-type', 'text/javascript').end(published)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>Acme</title><body>${bodies[url] ?? ''}</body>`)
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

/** Bundles the published package with React, as a site would. */
async function bundlePublished(): Promise<string> {
  const stories = new URL('../../e2e/embeds/', import.meta.url)
  const { resolve } = createRequire(stories)
  const { build } = (await import(pathToFileURL(resolve('vite')).href)) as typeof import('vite')
  const root = fileURLToPath(stories)
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: { 'chat-widget': '@papercups-io/chat-widget' }, dedupe: ['react', 'react-dom'] },
    build: {
      write: false,
      lib: { entry: `${root}react-page.js`, formats: ['iife'], name: 'page', fileName: () => 'page.js' },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error('nothing was built')
  return output.output[0].code
}
