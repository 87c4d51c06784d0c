import { get } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { story } from '../../../test/story.js'

interface RawAnswer {
  encoding: string | undefined
  vary: string | undefined
  bytes: Buffer
}

/** `fetch` decompresses by itself, so this asks without it. */
const fetchRaw = (url: string, authorization: string, encoding: string) =>
  new Promise<RawAnswer>((resolve, reject) => {
    const headers = { authorization, 'accept-encoding': encoding }
    get(url, { headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({
          encoding: answer.headers['content-encoding'],
          vary: answer.headers.vary,
          bytes: Buffer.concat(chunks),
        }),
      )
    }).on('error', reject)
  })

test('compresses long answers with the best encoding that the caller accepts', async () => {
  const { ada } = await story()
  for (let i = 0; i < 30; i++) await ada.post('/api/tags', { tag: { name: `Tag number ${i}` } })
  const list = (encoding: string) => fetchRaw(`${ada.url}/api/tags`, ada.token ?? '', encoding)

  const plain = await list('identity')
  const gzip = await list('gzip')
  const brotli = await list('gzip, deflate, br')

  expect(plain.encoding).toBeUndefined()
  expect(gzip).toMatchObject({ encoding: 'gzip', vary: expect.stringContaining('accept-encoding') })
  expect(brotli).toMatchObject({ encoding: 'br' })
  expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
  expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
  expect(brotli.bytes.length * 4).toBeLessThan(plain.bytes.length)
})

test('leaves short answers as they are', async () => {
  const { ada } = await story()
  expect(await fetchRaw(`${ada.url}/api/tags`, ada.token ?? '', 'br')).toMatchObject({
    encoding: undefined,
    bytes: Buffer.from('{"data":[]}'),
  })
})
