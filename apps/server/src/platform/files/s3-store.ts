import { AwsClient } from 'aws4fetch'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { isFileKey } from './file-name.js'
import { RangeNotSatisfiable, type ByteRange, type FileStore } from './file-store.js'
import type { S3Address } from './s3-address.js'

const LARGEST = 100_000_000
const PATIENCE = 30_000

/** Any S3-compatible store, with path-style URLs and signed requests. */
export function createS3Store(address: S3Address): FileStore {
  const { access_key: accessKeyId, secret_key: secretAccessKey, region } = address
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2, initRetryMs: 100 })

  async function send(method: string, key: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer>) {
    if (!isFileKey(key)) throw new Error('Not a file key')
    const url = `${address.origin}/${address.bucket}/${key}`
    // The signature covers a hash of the body, which protects it even without TLS.
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signed = { ...headers, 'x-amz-content-sha256': hash }
    // The timeout is for the start of the response. The body takes as long as the downloader needs.
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(new Error('The file store does not answer')), PATIENCE)
    try {
      return await client.fetch(url, { method, headers: signed, body: body ?? null, signal: waiting.signal })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async put(key, content, { content_type }) {
      const bytes = content instanceof Readable ? await collect(content) : Uint8Array.from(content)
      const response = await send('PUT', key, { 'content-type': content_type }, bytes)
      await finish(response, 'store')
    },

    async get(key, range) {
      const response = await send('GET', key, range ? { range: drawRange(range) } : {})
      if (response.status === 404) return void (await response.body?.cancel())
      if (response.status === 416) {
        await response.body?.cancel()
        throw new RangeNotSatisfiable(Number(response.headers.get('content-range')?.split('/')[1] ?? 0))
      }
      if (!response.ok || !response.body) return finish(response, 'read')
      const stream = Readable.fromWeb(response.body)
      const part = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('content-range') ?? '')
      if (!part) return { stream, size: Number(response.headers.get('content-length')) }
      return { stream, size: Number(part[3]), range: { start: Number(part[1]), end: Number(part[2]) } }
    },

    async delete(key) {
      const response = await send('DELETE', key, {})
      if (response.status === 404) return void (await response.body?.cancel())
      await finish(response, 'delete')
    },
  }
}

const drawRange = ({ start, end }: ByteRange) => (start < 0 ? `bytes=${start}` : `bytes=${start}-${end ?? ''}`)

/** Reads the response to its end, so that the connection can be reused. */
async function finish(response: Response, verb: string): Promise<undefined> {
  const text = await response.text()
  if (response.ok) return undefined
  const [, code = 'no code'] = /<Code>(\w+)<\/Code>/.exec(text) ?? []
  throw new Error(`The file store refused to ${verb} a file: ${response.status} ${code}`)
}

/** S3 needs the length first. */
async function collect(stream: Readable) {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    const bytes = Buffer.from(part as Uint8Array)
    size += bytes.length
    if (size > LARGEST) throw new Error('The file is too large for the file store')
    parts.push(bytes)
  }
  return new Uint8Array(Buffer.concat(parts))
}
