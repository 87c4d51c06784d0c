export interface S3Address {
  access_key: string
  secret_key: string
  /** Scheme and host of the store, without the bucket. */
  origin: string
  bucket: string
  region: string
}

/** `s3://KEY:SECRET@host[:port]/bucket?region=…&tls=…`; key and secret are percent-encoded where they need it. */
export function readS3Address(text: string): S3Address {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const bucket = url?.pathname.replace(/^\/|\/$/g, '') ?? ''
  const complete = url?.protocol === 's3:' && url.hostname && url.username && url.password
  const unknown = url && [...url.searchParams.keys()].find((key) => key !== 'region' && key !== 'tls')
  const tls = url?.searchParams.get('tls') ?? 'true'
  if (!url || !complete || !/^[a-z0-9][a-z0-9.-]{1,62}$/i.test(bucket) || unknown || !/^(true|false)$/.test(tls)) {
    throw new Error('must be an address like s3://KEY:SECRET@host/bucket?region=eu-west-1')
  }
  return {
    access_key: decodeURIComponent(url.username),
    secret_key: decodeURIComponent(url.password),
    origin: `${tls === 'true' ? 'https' : 'http'}://${url.host}`,
    bucket,
    region: url.searchParams.get('region') ?? 'us-east-1',
  }
}
