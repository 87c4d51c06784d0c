import { Marked } from 'marked'
import { Html, html } from '../../../platform/http/html.js'

/** Our own texts, so their HTML is trusted. Headings get the ids that links in the texts use. */
const marked = new Marked({
  gfm: true,
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    /** Files of the source code are not served. */
    link({ href, tokens }) {
      return href.startsWith('../') ? this.parser.parseInline(tokens) : false
    },
  },
})

const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

const titleOf = (text: string) => /^# (.+)$/m.exec(text)?.[1] ?? 'Papercups'

export function drawPage(text: string) {
  return draw(titleOf(text), new Html(marked.parse(text, { async: false })))
}

export function drawContents(pages: Map<string, string>) {
  const entries = [...pages].map(([name, text]) => html`<li><a href="/docs/${name}">${titleOf(text)}</a></li>`)
  return draw(
    'Documentation',
    html`<h1>Documentation</h1>
      <ul>
        ${entries}
        <li><a href="/api/docs">All calls of the API</a></li>
      </ul>`,
  )
}

function draw(title: string, main: Html) {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title} · Papercups</title>
        <meta name="viewport" content="width=device-width" />
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        <nav aria-label="Documentation"><a href="/docs">Documentation</a></nav>
        <main>${main}</main>
      </body>
    </html>`
  return page.text
}

const STYLE =
  new Html(`:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}body{max-width:48rem;margin:2rem auto;padding:0 1rem}
h1{line-height:1.2}h2{margin-top:2.5rem;border-bottom:1px solid #8884}a{color:light-dark(#1668b5,#6ab0f3)}code{font-size:.9em;background:#8882;padding:.1em .3em;border-radius:4px}
pre{overflow:auto;background:#8882;padding:.75rem;border-radius:6px}pre code{background:none;padding:0}table{display:block;overflow-x:auto;border-collapse:collapse;font-size:.9em}
th,td{border:1px solid #8884;padding:.3rem .6rem;text-align:left;vertical-align:top}`)
