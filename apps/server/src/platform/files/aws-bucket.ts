import { valueOf } from '../setting.js'

/** The address of an S3 bucket from Amazon's own variables. */
export function awsBucket(env: NodeJS.ProcessEnv, bucketName: string, regionName: string) {
  const [key, secret, bucket] = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', bucketName].map((n) => valueOf(env, n))
  // Keys without a bucket are ignored: many machines have them for other programs.
  if (!key || !secret || !bucket) return undefined
  const region = valueOf(env, regionName) ?? 'us-east-1'
  const credentials = `${encodeURIComponent(key)}:${encodeURIComponent(secret)}`
  return `s3://${credentials}@s3.${region}.amazonaws.com/${bucket}?region=${region}`
}
