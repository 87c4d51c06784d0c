import type { App } from './app.js'

interface Content {
  schema: unknown
  example?: unknown
}

interface Operation {
  summary?: string
  requestBody?: { content: Record<string, Content> }
  parameters?: Array<{ name: string; in: string; required?: boolean; schema?: unknown }>
  responses?: Record<string, { description?: string; content?: Record<string, Content> }>
  security?: object[]
}

/** API documentation from the schemas: `/api/docs/openapi.json` for programs, `/api/docs` for people. */
export function documentApi(app: App) {
  const config = { allow: 'public', page: true } as const

  app.get('/api/docs/openapi.json', { config, schema: { hide: true } }, async () => app.swagger())

  app.get('/api/docs', { config, schema: { hide: true } }, async (_request, reply) => {
    const paths = app.swagger().paths as Record<string, Record<string, Operation>>
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    )
    return reply.type('text/html; charset=utf-8').send(page(paths))
  })
}

function page(paths: Record<string, Record<string, Operation>>) {
  const groups = groupPaths(Object.entries(paths))
  const contents = [...groups.keys()].map((group) => `<li><a href="#${escape(group)}">${escape(group)}</a></li>`)
  const sections = [...groups].map(([group, entries]) => {
    const operations = entries.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => drawOperation(method, path, operation)),
    )
    return `<section><h2 id="${escape(group)}">${escape(group)}</h2>${operations.join('')}</section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Papercups API</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body><header><h1>Papercups API</h1>
<p>Send an API key to <code>/api/v1</code>: <code>Authorization: Bearer …</code>. Send a session token to the other calls, without
a prefix. Answers are under <code>data</code>. For an OpenAPI viewer or generator:
<a href="/api/docs/openapi.json">openapi.json</a>.</p></header>
<nav aria-label="Contents"><ul>${contents.join('')}</ul></nav><main>${sections.join('')}</main></body></html>`
}

function groupPaths(entries: Array<[string, Record<string, Operation>]>) {
  const groups = new Map<string, Array<[string, Record<string, Operation>]>>()
  for (const entry of entries.toSorted(([a], [b]) => a.localeCompare(b))) {
    const [, , first = 'other', second] = entry[0].split('/')
    const group = first === 'v1' ? `v1/${second}` : first
    groups.set(group, [...(groups.get(group) ?? []), entry])
  }
  return groups
}

function drawOperation(method: string, path: string, operation: Operation) {
  const body = operation.requestBody?.content['application/json']
  const answers = Object.entries(operation.responses ?? {}).map(([status, answer]) => {
    const { schema, example } = answer.content?.['application/json'] ?? {}
    const parts = [schema && drawJson('schema', schema), example !== undefined && drawJson('example', example)]
    return `<dt>${escape(status)}</dt><dd>${escape(answer.description ?? '')}${parts.filter(Boolean).join('')}</dd>`
  })
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: place, required, schema }) =>
      `<dt>${escape(name)}</dt><dd>${escape(place)}${required ? ', required' : ''} ${drawJson('schema', schema)}</dd>`,
  )
  const [security] = operation.security ?? []
  const who = !security ? 'public' : 'api_key' in security ? 'API key' : 'signed in'
  return `<article><h3><code class="method">${method.toUpperCase()}</code> <code>${escape(path)}</code> <small>${who}</small></h3>
${parameters.length > 0 ? `<h4>Parameters</h4><dl>${parameters.join('')}</dl>` : ''}
${body ? `<h4>Body</h4>${drawJson('schema', body.schema)}${body.example === undefined ? '' : drawJson('example', body.example)}` : ''}<h4>Answers</h4><dl>${answers.join('')}</dl></article>`
}

const drawJson = (title: string, value: unknown) =>
  `<details><summary>${title}</summary><pre>${escape(JSON.stringify(value, null, 2))}</pre></details>`

const escape = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const STYLE = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{max-width:60rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:3rem;border-bottom:1px solid #8884}article{margin:1.5rem 0}h3{font-size:1rem;margin:0}h4{margin:.5rem 0 0;font-size:.8rem}
small{color:#777;font-weight:400;margin-left:.5rem}.method{color:#1668b5;font-weight:700}dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:.25rem 0}
dt{font-family:ui-monospace,monospace}dd{margin:0}pre{overflow:auto;background:#8882;padding:.5rem;border-radius:4px}nav ul{columns:3;padding-left:1rem}`
