import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { startTestServer, theServer } from '../../../../test/server.js'
import { story } from '../../../../test/story.js'

const html = { accept: 'text/html' }

test('unknown paths serve the dashboard with its settings', async () => {
  await story()
  const visitor = new Client((await theServer()).url)
  for (const path of ['/', '/login', '/conversations/all/whatever', '/demo?title=</script>']) {
    const { status, body, headers } = await visitor.get(path, html)
    expect(status).toBe(200)
    const env = JSON.parse(/<script id="papercups-env"[^>]*>([\s\S]*?)<\/script>/.exec(body)?.[1] ?? 'null')
    expect(env).toMatchObject({ flags: { storytime_enabled: true, billing_enabled: false } })
    expect(env.demo_account_id).toMatch(/^[0-9a-f-]{36}$/)
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get('cache-control')).toBe('no-cache')
  }
})

test('does not serve missing files as a page', async () => {
  const visitor = new Client((await theServer()).url)
  for (const path of ['/api/nowhere', '/socket/nowhere', '/files/nowhere', '/assets/nowhere.js']) {
    expect((await visitor.get(path, html)).body).not.toContain('papercups-env')
  }
  expect((await visitor.get('/api/nowhere', html)).status).toBe(404)
  expect((await visitor.get('/login', { accept: 'application/json' })).status).toBe(406)
  expect((await visitor.post('/login', {})).status).toBe(404)
})

test('serves the launcher to any site, with a short cache and an ETag', async () => {
  const visitor = new Client((await theServer()).url)
  const first = await visitor.get('/widget.js', { origin: 'https://shop.example', 'accept-encoding': 'gzip' })
  expect(first.status).toBe(200)
  expect(first.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(first.headers.get('cache-control')).toBe('public, max-age=300, must-revalidate')
  expect(first.headers.get('content-encoding')).toBe('gzip')
  expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const etag = first.headers.get('etag') ?? ''
  expect((await visitor.get('/widget.js', { 'if-none-match': etag })).status).toBe(304)
})

test.each(['/widget-rc.js', '/storytime.js', '/storytime-v0.js'])('%s is served to any site', async (path) => {
  const visitor = new Client((await theServer()).url)
  const { status, headers, body } = await visitor.get(path, { origin: 'https://shop.example' })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  if (path === '/widget-rc.js') expect(body).toBe((await visitor.get('/widget.js')).body)
})

test('pages of other sites can load the parts of the recorder', async () => {
  const visitor = new Client((await theServer()).url)
  const { body } = await visitor.get('/storytime.js')
  const [, part] = /\.(\/storytime\/[\w-]+\.js)/.exec(body) ?? []
  const { status, headers } = await visitor.get(part ?? '', { origin: 'https://shop.example' })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(headers.get('access-control-allow-origin')).toBe('https://shop.example')
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(headers.get('cache-control')).toContain('immutable')
  expect((await visitor.get('/storytime/nowhere.js')).status).toBe(404)
})

test('an unknown script is a 404, even for a browser that accepts HTML', async () => {
  const visitor = new Client((await theServer()).url)
  for (const path of ['/nowhere.js', '/some/folder/nowhere.js?v=2', '/widget-v2.js']) {
    const { status, body } = await visitor.get(path, { accept: 'text/html,*/*' })
    expect([path, status, body]).toEqual([path, 404, { errors: { detail: 'Not Found' } }])
  }
})

test('a bare host serves the chat to published loaders, and the dashboard otherwise', async () => {
  const visitor = new Client((await theServer()).url)
  const frame = await visitor.get('/?accountId=x&baseUrl=https%3A%2F%2Fchat.example.com&version=1.3.0', html)
  expect(frame.body).toBe((await visitor.get('/widget', html)).body)
  expect(frame.headers.get('x-frame-options')).toBeNull()
  for (const path of ['/', '/?accountId=x', '/login?accountId=x&baseUrl=y'])
    expect((await visitor.get(path, html)).headers.get('x-frame-options')).toBe('DENY')
})

test('any site may frame the chat, and none the dashboard', async () => {
  const visitor = new Client((await theServer()).url)
  const frame = await visitor.get('/widget?token=x', html)
  expect(frame.status).toBe(200)
  expect(frame.headers.get('x-frame-options')).toBeNull()
  expect(frame.headers.get('content-security-policy')).not.toContain('frame-ancestors')
  expect(frame.headers.get('content-security-policy')).toContain("script-src 'self';")
  expect((await visitor.get('/login', html)).headers.get('x-frame-options')).toBe('DENY')

  const script = /src="(\/widget\/assets\/[^"]+)"/.exec(frame.body)?.[1] ?? ''
  const asset = await visitor.get(script)
  expect(asset.status).toBe(200)
  expect(asset.headers.get('cache-control')).toContain('immutable')
})

test('the preview of templates runs in an origin of its own', async () => {
  const visitor = new Client((await theServer()).url)
  const { status, headers, body } = await visitor.get('/template-preview', html)
  expect(status).toBe(200)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^sandbox allow-scripts; default-src 'none'; script-src 'sha256-[\w+/]{43}=' blob:;/)
  expect(policy).toContain("frame-ancestors 'self'")
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(body).not.toContain('papercups-env')
})

test('the player of recorded pages may run its own script and request nothing', async () => {
  const visitor = new Client((await theServer()).url)
  const { status, headers, body } = await visitor.get('/session-player', html)
  expect(status).toBe(200)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'unsafe-inline'; img-src data:;/,
  )
  expect(policy).not.toMatch(/'self'(?<!frame-ancestors 'self')|https?:/)
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(body).not.toContain('papercups-env')

  // By the name of its file it would come without the policy.
  const file = await visitor.get('/session-player.html', html)
  expect(file.body).toContain('papercups-env')
})

test('only the document of the billing page may load Stripe, and only with billing', async () => {
  const env = { BILLING_ENABLED: 'true', STRIPE_PUBLIC_KEY: 'pk_test_1' }
  const billed = await startTestServer({ env })
  const open = async (url: string) => {
    const answer = await fetch(url, { headers: { accept: 'text/html' } })
    return { policy: answer.headers.get('content-security-policy') ?? '', html: await answer.text() }
  }
  const page = await open(`${billed.url}/settings/billing`)
  expect(page.policy).toContain("script-src 'self' https://js.stripe.com")
  expect(page.html).toContain('pk_test_1')
  const server = await theServer()
  for (const url of [
    `${billed.url}/settings/team`,
    `${billed.url}/conversations/all`,
    `${server.url}/settings/billing`,
  ]) {
    const other = await open(url)
    expect(other.policy).not.toContain('stripe')
    expect(other.html).not.toContain('pk_test_1')
  }
})
