import { beforeAll, expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { startTestServer } from '../../../../test/server.js'

let visitor: Client
beforeAll(async () => {
  visitor = new Client((await startTestServer()).url)
})

const read = (path: string) => visitor.get(path, { accept: 'text/html' })

test('the server shows its documentation without a sign-in', async () => {
  const contents = await read('/docs')
  expect(contents.status).toBe(200)
  expect(String(contents.body)).toContain('<a href="/docs/slack">Slack</a>')

  const { status, headers, body } = await read('/docs/slack')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(String(body)).toContain('<h1 id="slack">Slack</h1>')
  expect(String(body)).toContain('<title>Slack · Papercups</title>')
})

test('links between pages and to their headings work', async () => {
  const names = [...String((await read('/docs')).body).matchAll(/href="\/docs\/([a-z-]+)"/g)].map(
    ([, name = '']) => name,
  )
  expect(names.length).toBeGreaterThan(10)
  const pages = new Map(
    await Promise.all(names.map(async (name) => [name, String((await read(`/docs/${name}`)).body)] as const)),
  )
  const broken: string[] = []
  for (const [name, page] of pages) {
    for (const [, href = ''] of page.matchAll(/href="([^"]+)"/g)) {
      if (href.startsWith('/') || /^https?:|^mailto:/.test(href)) continue
      const [file = '', id] = href.split('#')
      const target = file === '' ? page : pages.get(file.replace(/\.md$/, ''))
      if (!target || (id !== undefined && !target.includes(`id="${id}"`))) broken.push(`${name}: ${href}`)
    }
  }
  expect(broken).toEqual([])
})

test('other files are not found', async () => {
  const paths = ['/docs/nothing', '/docs/..%2fpackage.json', '/docs/..%2fREADME', '/docs/images', '/docs/%00']
  const statuses = await Promise.all(paths.map(async (path) => (await read(path)).status))
  expect(statuses).toEqual(paths.map(() => 404))
})
