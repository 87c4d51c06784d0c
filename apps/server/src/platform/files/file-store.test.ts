import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile, mkdir } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFileKey } from './file-name.js'
import { RangeNotSatisfiable, type FileStore } from './file-store.js'
import { openFileStore } from './open-file-store.js'
import { readS3Address } from './s3-address.js'

const SECRET = 'se/cret+key'
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** What the signature has to be, worked out from the specification and from what arrived. */
function expectedAuthorization(request: IncomingMessage, body: Buffer) {
  const [, date = '', region = ''] =
    /Credential=KEY\/(\d{8})\/([\w-]+)\/s3\/aws4_request/.exec(request.headers.authorization ?? '') ?? []
  const [, names = ''] = /SignedHeaders=([\w;-]+)/.exec(request.headers.authorization ?? '') ?? []
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, request.url, '', headers.join(''), names, sha256(body)].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [region, 's3', 'aws4_request'].reduce((key, part) => hmac(key, part), hmac(`AWS4${SECRET}`, date))
  const signature = createHmac('sha256', key).update(toSign).digest('hex')
  return `AWS4-HMAC-SHA256 Credential=KEY/${scope}, SignedHeaders=${names}, Signature=${signature}`
}

/** A bucket behind HTTP that answers as S3 does, and only to who can sign. */
function fakeS3() {
  const objects = new Map<string, { bytes: Buffer; content_type: string | undefined }>()
  const state = { failures: 0, requests: 0 }
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      state.requests++
      if (state.failures > 0) return void (state.failures--, response.writeHead(503).end('<Code>SlowDown</Code>'))
      const signed = ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) =>
        request.headers.authorization?.includes(name),
      )
      if (!signed || request.headers.authorization !== expectedAuthorization(request, body)) {
        return void response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
      }
      const key = request.url ?? ''
      if (request.method === 'PUT') {
        objects.set(key, { bytes: body, content_type: request.headers['content-type'] })
        return void response.writeHead(200).end()
      }
      if (request.method === 'DELETE') return void (objects.delete(key), response.writeHead(204).end())
      const found = objects.get(key)
      if (!found) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
      const { bytes } = found
      const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? []
      if (from === undefined) return void response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
      const start = from === '' ? Math.max(0, bytes.length - Number(to)) : Number(from)
      const end = from === '' || to === '' ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1)
      if (start >= bytes.length)
        return void response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end()
      response
        .writeHead(206, { 'content-range': `bytes ${start}-${end}/${bytes.length}` })
        .end(bytes.subarray(start, end + 1))
    })
  })
  return { objects, state, server }
}

const s3 = fakeS3()
let folder: string
let s3Url: string
const stores: Record<string, FileStore> = {}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'))
  await new Promise<void>((ready) => void s3.server.listen(0, '127.0.0.1', ready))
  const { port } = s3.server.address() as AddressInfo
  s3Url = `s3://KEY:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/acme-files?region=eu-west-1&tls=false`
  stores.folder = openFileStore({ files_url: undefined, data_dir: folder, min_free_disk_mb: 0 })
  stores.s3 = openFileStore({ files_url: s3Url, data_dir: '/nowhere', min_free_disk_mb: 0 })
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  s3.server.closeAllConnections()
  await new Promise((stopped) => s3.server.close(stopped))
})

const content_type = 'text/plain'
const read = async (store: FileStore, key: string, range?: { start: number; end?: number }) => {
  const file = await store.get(key, range)
  return file && { ...file, stream: undefined, text: (await buffer(file.stream)).toString() }
}

describe.each(['folder', 's3'])('files in a %s', (name) => {
  const store: FileStore = {
    put: (...given) => stores[name]?.put(...given) ?? Promise.reject(new Error('no store')),
    get: (...given) => stores[name]?.get(...given) ?? Promise.reject(new Error('no store')),
    delete: (...given) => stores[name]?.delete(...given) ?? Promise.reject(new Error('no store')),
  }

  test('can be read until they are deleted', async () => {
    const key = newFileKey('Invoice-March.pdf')
    expect(await store.get(key)).toBeUndefined()
    await store.put(key, Buffer.from('one'), { content_type })
    expect(await read(store, key)).toMatchObject({ size: 3, text: 'one' })
    await store.delete(key)
    expect(await store.get(key)).toBeUndefined()
    await store.delete(key)
  })

  test('can be stored from a stream, large or empty', async () => {
    const [large, empty] = [newFileKey('large'), newFileKey('empty')]
    const bytes = Buffer.alloc(3_000_000, 'abc')
    await store.put(large, Readable.from([bytes.subarray(0, 1_000_001), bytes.subarray(1_000_001)]), { content_type })
    const file = await store.get(large)
    if (!file) throw new Error('the file is there')
    expect(file.size).toBe(3_000_000)
    expect((await buffer(file.stream)).equals(bytes)).toBe(true)
    await store.put(empty, Buffer.alloc(0), { content_type })
    expect(await read(store, empty)).toMatchObject({ size: 0, text: '' })
  })

  test('can be read in part', async () => {
    const key = newFileKey('song.mp3')
    await store.put(key, Buffer.from('0123456789'), { content_type })
    expect(await read(store, key, { start: 2, end: 4 })).toMatchObject({
      size: 10,
      range: { start: 2, end: 4 },
      text: '234',
    })
    expect(await read(store, key, { start: 7 })).toMatchObject({ range: { start: 7, end: 9 }, text: '789' })
    expect(await read(store, key, { start: -3 })).toMatchObject({ range: { start: 7, end: 9 }, text: '789' })
    expect(await read(store, key, { start: 8, end: 99 })).toMatchObject({ range: { start: 8, end: 9 }, text: '89' })
    const outside = store.get(key, { start: 10 })
    await expect(outside).rejects.toBeInstanceOf(RangeNotSatisfiable)
    await expect(outside).rejects.toMatchObject({ size: 10 })
  })

  test('need a key of newFileKey', async () => {
    for (const key of ['', '..', '../secret-key', `${'a'.repeat(32)}-../x`, `${'a'.repeat(32)}-a/b`, 'a.txt', '\0']) {
      await expect(store.put(key, Buffer.from('x'), { content_type })).rejects.toThrow('Not a file key')
      await expect(Promise.resolve().then(() => store.get(key))).rejects.toThrow('Not a file key')
      await expect(Promise.resolve().then(() => store.delete(key))).rejects.toThrow('Not a file key')
    }
  })

  test('an aborted upload leaves nothing behind', async () => {
    const key = newFileKey('half.bin')
    const broken = Readable.from(
      (function* () {
        yield Buffer.from('half')
        throw new Error('aborted')
      })(),
    )
    await expect(store.put(key, broken, { content_type })).rejects.toThrow('aborted')
    expect(await store.get(key)).toBeUndefined()
    expect(await readdir(join(folder, 'files', 'drafts'))).toEqual([])
  })
})

test('removes old drafts and keeps younger ones of other processes', async () => {
  const data_dir = await mkdtemp(join(tmpdir(), 'drafts-'))
  const drafts = join(data_dir, 'files', 'drafts')
  await mkdir(drafts, { recursive: true })
  await writeFile(join(drafts, 'old'), '')
  await writeFile(join(drafts, 'young'), '')
  await utimes(join(drafts, 'old'), 0, 0)
  await openFileStore({ files_url: undefined, data_dir, min_free_disk_mb: 0 }).put(newFileKey('a'), Buffer.from('a'), {
    content_type,
  })
  expect(await readdir(drafts)).toEqual(['young'])
  await rm(data_dir, { recursive: true })
})

test('sends the content type to the bucket and retries when it is busy', async () => {
  const key = newFileKey('Счёт a.txt')
  s3.state.failures = 2
  await stores.s3?.put(key, Buffer.from('x'), { content_type: 'text/plain' })
  expect(s3.objects.get(`/acme-files/${key}`)?.content_type).toBe('text/plain')
})

test('an error shows the code of the store and no secret', async () => {
  const wrong = openFileStore({
    files_url: s3Url.replace('se%2Fcret', 'other'),
    data_dir: '/nowhere',
    min_free_disk_mb: 0,
  })
  const refused = wrong.put(newFileKey('a'), Buffer.from('x'), { content_type })
  await expect(refused).rejects.toThrow('The file store refused to store a file: 403 SignatureDoesNotMatch')
  await expect(wrong.get(newFileKey('a'))).rejects.toThrow('refused to read')
})

test('reads the URL of an S3 store', () => {
  expect(readS3Address('s3://K:a%2Fb@s3.amazonaws.com/bucket')).toEqual({
    access_key: 'K',
    secret_key: 'a/b',
    origin: 'https://s3.amazonaws.com',
    bucket: 'bucket',
    region: 'us-east-1',
  })
  expect(readS3Address('s3://K:S@minio:9000/b-1?tls=false&region=eu')).toMatchObject({
    origin: 'http://minio:9000',
    region: 'eu',
  })
  const wrong = [
    'http://K:S@h/b',
    's3://h/bucket',
    's3://K:S@h',
    's3://K:S@h/b/c',
    's3://K:S@h/bucket?tls=no',
    's3://K:S@h/bucket?x=1',
    'x',
  ]
  for (const address of wrong) expect(() => readS3Address(address)).toThrow('must be an address like')
})
