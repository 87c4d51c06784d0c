import type { File } from '@papercups/contract'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Client } from '../../../../test/client.js'
import { startTestServer } from '../../../../test/server.js'
import { newCompany, story, type Story } from '../../../../test/story.js'
import { databaseOf } from '../../../platform/database/of.js'

type Content = string | Buffer<ArrayBuffer>

interface Answer {
  status: number
  body: { data?: File; error?: { status: number; message: string; errors?: object } }
}

/** As a browser sends it: a form, with a content type that nobody should trust. */
async function upload(from: Client, fields: Record<string, string>, content?: Content, filename = 'note.txt') {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (content !== undefined) form.append('file', new Blob([content], { type: 'text/html' }), filename)
  const headers = { 'x-forwarded-for': from.address, ...(from.token && { authorization: from.token }) }
  const response = await fetch(`${from.url}/api/upload`, { method: 'POST', body: form, headers })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

async function uploaded(from: Client, fields: Record<string, string>, content: Content, filename?: string) {
  const { status, body } = await upload(from, fields, content, filename)
  if (status !== 201 || !body.data) throw new Error(`not stored: ${status} ${JSON.stringify(body)}`)
  return body.data
}

const pathOf = (file: File) => new URL(file.file_url).pathname

function rowOf({ server }: Story, file: File) {
  const row = databaseOf(server.platform).db.selectFrom('files').selectAll().where('id', '=', file.id)
  return row.executeTakeFirstOrThrow()
}

test('stores a visitor’s file for the account, readable by its URL', async () => {
  const scene = await story()
  const { carla, acme, server } = scene
  const fields = { account_id: acme.id, customer_id: carla.customer_id, user_id: '1' }
  const file = await uploaded(carla, fields, '%PDF-1.4 hello', 'Invoice March.pdf')

  const seen = { object: 'file', content_type: 'application/pdf', filename: 'Invoice-March.pdf', size: 14 }
  expect(file).toMatchObject(seen)
  expect(file.file_url).toMatch(/\/files\/[0-9a-f]{32}-Invoice-March\.pdf$/)
  expect(file.file_url.startsWith(`${server.platform.config.base_url}/files/`)).toBe(true)
  expect(await rowOf(scene, file)).toMatchObject({ account_id: acme.id, customer_id: carla.customer_id, user_id: null })

  const stranger = await new Client(server.url).get(pathOf(file))
  expect(stranger).toMatchObject({ status: 200, body: '%PDF-1.4 hello' })
  expect(stranger.headers.get('content-disposition')).toMatch(/^inline; filename="Invoice-March.pdf"/)
  expect(stranger.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
  expect(stranger.headers.get('x-content-type-options')).toBe('nosniff')
  expect(stranger.headers.get('cache-control')).toContain('immutable')
})

test('a user’s file belongs to them and their account, whatever the form says', async () => {
  const scene = await story()
  const { ada, acme, globex, grace } = scene
  const file = await uploaded(ada, { account_id: globex.id, user_id: String(grace.id) }, 'notes')
  expect(await rowOf(scene, file)).toMatchObject({ account_id: acme.id, user_id: ada.id, customer_id: null })
  await uploaded(ada, {}, 'no account named')
})

test('rejects an invalid token instead of treating the caller as a visitor', async () => {
  const { ada, ben, acme, server } = await story()
  const to = { account_id: acme.id }
  const wrong = new Client(server.url)
  wrong.token = `${ada.token}x`
  expect((await ada.post(`/api/users/${ben.id}/disable`)).status).toBe(200)
  for (const client of [wrong, ben]) {
    const refused = await upload(client, to, 'mine')
    expect(refused).toEqual({ status: 401, body: { error: { code: 401, message: 'Not authenticated' } } })
  }
  const { db } = databaseOf(server.platform)
  expect(await db.selectFrom('files').select('id').where('account_id', '=', acme.id).execute()).toEqual([])
  await uploaded(new Client(server.url), to, 'from a visitor')
})

test('a sent file arrives with its message, and another account’s file cannot be sent', async () => {
  const { ada, grace, carla, acme, globex, hearOut } = await story()
  const mine = await uploaded(carla, { account_id: acme.id }, 'my screenshot')
  const foreign = await uploaded(grace, { account_id: globex.id }, 'internal')

  await carla.says('Look', { file_ids: [mine.id] })
  await hearOut()
  expect(ada.heard.at(-1)?.attachments).toEqual([mine])

  const refused = ada.sends({ conversation_id: carla.conversation_id, body: 'Look', file_ids: [foreign.id] })
  await expect(refused).rejects.toThrow('422')
})

test('HTML and SVG never open on our origin', async () => {
  const { carla, acme } = await story()
  for (const [content, filename, type] of [
    ['<!doctype html><script>alert(1)</script>', 'photo.png', 'text/html'],
    ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'photo.svg', 'image/svg+xml'],
    ['<?xml version="1.0"?><x/>', 'photo.jpg', 'application/xml'],
  ] as const) {
    const file = await uploaded(carla, { account_id: acme.id }, content, filename)
    const { headers } = await carla.get(pathOf(file))
    expect(file.content_type).toBe(type)
    expect(headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(headers.get('content-security-policy')).toMatch(/^sandbox/)
  }
})

test('rejects invalid uploads with a reason', async () => {
  const { carla, acme, globex, server } = await story()
  const elsewhere = await new Client(server.url).data('POST', '/api/customers', { customer: { account_id: globex.id } })
  const to = { account_id: acme.id }
  const statuses = {
    noFile: await upload(carla, to),
    fileAsText: await upload(carla, { ...to, file: 'x' }),
    noAccount: await upload(carla, {}, 'x'),
    nonsense: await upload(carla, { account_id: 'x' }, 'x'),
    unknown: await upload(carla, { account_id: crypto.randomUUID() }, 'x'),
    empty: await upload(carla, to, ''),
    foreignCustomer: await upload(carla, { ...to, customer_id: elsewhere.id }, 'x'),
    nonsenseCustomer: await upload(carla, { ...to, customer_id: 'x' }, 'x'),
    large: await upload(carla, to, Buffer.alloc(8_000_001)),
  }
  expect(Object.fromEntries(Object.entries(statuses).map(([name, { status }]) => [name, status]))).toEqual({
    noFile: 400,
    fileAsText: 400,
    noAccount: 400,
    nonsense: 400,
    unknown: 404,
    empty: 422,
    foreignCustomer: 422,
    nonsenseCustomer: 400,
    large: 413,
  })
  expect(statuses.foreignCustomer.body.error?.errors).toEqual({ customer_id: ['does not exist'] })
  expect(statuses.empty.body.error?.message).toMatch(/^Invalid or malformed file/)
})

test('accepts the largest file, and a form with undefined and null as text', async () => {
  const { carla, acme } = await story()
  const file = await uploaded(carla, { account_id: acme.id, customer_id: 'undefined' }, Buffer.alloc(8_000_000))
  const { headers } = await carla.call('HEAD', pathOf(file))
  expect(headers.get('content-length')).toBe('8000000')
})

test('an aborted upload stores nothing', async () => {
  const { carla, acme, server } = await story()
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1_000_000 }
  const half = request(`${server.url}/api/upload`, { method: 'POST', headers })
  half.on('error', () => {})
  half.write(`--x\r\nContent-Disposition: form-data; name="account_id"\r\n\r\n${acme.id}\r\n`)
  half.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\nhalf')
  await once(server.app.server, 'request')
  half.destroy()
  await uploaded(carla, { account_id: acme.id }, 'still here')
  const { db } = databaseOf(server.platform)
  const rows = await db.selectFrom('files').select('filename').where('account_id', '=', acme.id).execute()
  expect(rows).toEqual([{ filename: 'note.txt' }])
  expect(await readdir(join(server.platform.config.data_dir, 'files', 'drafts'))).toEqual([])
})

test('serves byte ranges', async () => {
  const { carla, acme } = await story()
  const path = pathOf(await uploaded(carla, { account_id: acme.id }, '0123456789'))
  const part = async (range: string) => {
    const { status, headers, body } = await carla.get(path, { range })
    return [status, headers.get('content-range'), status === 416 ? '' : (body as string)]
  }
  expect(await part('bytes=0-3')).toEqual([206, 'bytes 0-3/10', '0123'])
  expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
  expect(await part('bytes=-2')).toEqual([206, 'bytes 8-9/10', '89'])
  expect(await part('bytes=0-1,3-4')).toEqual([200, null, '0123456789'])
  expect(await part('bytes=abc')).toEqual([200, null, '0123456789'])
  expect(await part('bytes=10-')).toEqual([416, 'bytes */10', ''])
})

test('an unknown URL is a 404', async () => {
  const { carla } = await story()
  for (const key of ['..%2f..%2fsecret-key', '..%5c..%5csecret-key', 'x', `${'a'.repeat(32)}-x`, '%00', '']) {
    expect([key, (await carla.get(`/files/${key}`)).status]).toEqual([key, 404])
  }
})

test('a file without a row is not served', async () => {
  const { carla, acme, server } = await story()
  const file = await uploaded(carla, { account_id: acme.id }, 'x')
  await databaseOf(server.platform).db.deleteFrom('files').where('id', '=', file.id).execute()
  expect(await carla.get(pathOf(file))).toMatchObject({ status: 404 })
})

test('an operator can switch uploads off', async () => {
  const server = await startTestServer({ env: { FILE_UPLOADS_ENABLED: 'false' } })
  const { id, admin } = await newCompany(server, 'Acme', 'ada')
  expect(await upload(new Client(server.url), { account_id: id }, 'x')).toMatchObject({ status: 403 })
  expect(await upload(admin, {}, 'x')).toMatchObject({ status: 403 })
  // The widget reads this and hides its upload button.
  const settings = await admin.data('GET', `/api/widget_settings?account_id=${id}`)
  expect(settings).toMatchObject({ file_uploads_enabled: false })
})
