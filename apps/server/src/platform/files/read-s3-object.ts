import { AwsClient } from 'aws4fetch'
import type { S3Address } from './s3-address.js'

const PATIENCE = 30_000

/** An object that another program stored, for example a provider. Undefined if it is missing or larger than `most`. */
export async function readS3Object(address: S3Address, key: string, most: number): Promise<Buffer | undefined> {
  const { access_key: accessKeyId, secret_key: secretAccessKey, region, origin, bucket } = address
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2, initRetryMs: 100 })
  const url = `${origin}/${bucket}/${encodeURIComponent(key)}`
  const response = await client.fetch(url, { signal: AbortSignal.timeout(PATIENCE) })
  if (response.status === 404 || Number(response.headers.get('content-length')) > most) {
    await response.body?.cancel()
    return undefined
  }
  if (!response.ok) throw new Error(`The object store answered ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}
