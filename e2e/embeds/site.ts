import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'

/** The published packages under their names in e2e/package.json, and our own package. */
export type Package = '@papercups-io/chat-widget' | 'chat-widget-1.1.12' | 'chat-widget-1.1.5' | '@papercups/react'

/** The published recorder and ours. */
export type Recorder = '@papercups-io/storytime' | '@papercups/recorder'

interface Served {
  type: string
  body: string
  headers?: Record<string, string>
}

interface PageParts {
  head?: string
  body?: string
  headers?: Record<string, string>
}

/** The company's site, on another origin. */
export class Site {
  readonly url: string
  readonly #server: Server
  readonly #served: Map<string, Served>

  private constructor(server: Server, served: Map<string, Served>, port: number) {
    this.#server = server
    this.#served = served
    this.url = `http://127.0.0.1:${port}`
  }

  static async open() {
    const served = new Map<string, Served>()
    const server = createServer(({ url = '/' }, response) => {
      const { type, body, headers } = served.get(url.split('?')[0] ?? '') ?? { type: 'text/plain', body: '' }
      response.writeHead(body ? 200 : 404, { 'content-type': `${type}; charset=utf-8`, ...headers }).end(body)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (typeof address !== 'object' || !address) throw new Error('no port')
    return new Site(server, served, address.port)
  }

  /** Adds a page and returns its URL. */
  page(
    name: string,
    { head = '', body = '', headers = {} }: { head?: string; body?: string; headers?: Record<string, string> },
  ) {
    const html = `<!doctype html><html lang="en"><head><title>Acme</title>${head}</head><body><main><h1>Acme</h1></main>${body}</body></html>`
    this.#served.set(`/${name}`, { type: 'text/html', body: html, headers })
    return `${this.url}/${name}`
  }

  /** A page with our script tag, as in the install instructions. */
  widgetPage(name: string, server: string, config: object, { head = '', ...rest }: PageParts = {}) {
    const globals = `<script>window.Papercups = { config: ${JSON.stringify(config)} }</script>`
    return this.page(name, { ...rest, head: `${head}${globals}<script async src="${server}/widget.js"></script>` })
  }

  /** A page whose React app renders the published widget with these props. */
  async reactPage(published: Package, props: object) {
    const script = await this.#script('react-page.js', 'chat-widget', published)
    const globals = `<script>window.props = ${JSON.stringify(props)}</script>`
    return this.page(published, {
      head: globals,
      body: `<div id="root" style="height: 500px"></div><script src="${script}"></script>`,
    })
  }

  /** A page whose script starts a recorder from npm with these options. */
  async recorderPage(name: string, recorder: Recorder, options: object, body: string) {
    const script = await this.#script('recorder-page.js', 'recorder', recorder)
    const globals = `<script>window.options = ${JSON.stringify(options)}</script>`
    return this.page(name, { head: globals, body: `${body}<script src="${script}"></script>` })
  }

  /** The path of a script that is bundled once, as a site's build would. */
  async #script(entry: string, name: string, published: string) {
    const path = `/${published}.js`
    if (!this.#served.has(path)) {
      this.#served.set(path, { type: 'text/javascript', body: await bundle(entry, { [name]: published }) })
    }
    return path
  }

  async close() {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

async function bundle(entry: string, alias: Record<string, string>) {
  const { build } = await import('vite') // takes a second to load, and few scenarios bundle
  const root = fileURLToPath(new URL('.', import.meta.url))
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    // A lookup in the parent folders would find the dashboard's React, and a page must have only one.
    resolve: {
      alias,
      dedupe: ['react', 'react-dom'],
      conditions: ['import', 'browser'],
    },
    build: {
      write: false,
      minify: false,
      lib: { entry: root + entry, formats: ['iife'], name: 'page', fileName: () => 'page.js' },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error('nothing was built')
  return output.output[0].code
}
