import { createHash, timingSafeEqual } from 'node:crypto'
import { forbidden } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { hurryGmail } from './unscoped.js'

/**
 * Pub/Sub reports new mail in a mailbox. The report only says that it is time to look: a forged or repeated one brings
 * nothing that Gmail does not have. The worker finds it within a second.
 */
export async function takePush(platform: Platform, token: string, data: string) {
  const { gmail_push_token: expected } = platform.config
  if (!expected || !timingSafeEqual(hash(expected), hash(token))) throw forbidden('Wrong token')
  const email = readAddress(data)
  if (email) await hurryGmail(platform, email)
}

const hash = (text: string) => createHash('sha256').update(text).digest()

function readAddress(data: string) {
  try {
    const report = JSON.parse(Buffer.from(data, 'base64').toString('utf8')) as { emailAddress?: unknown } | null
    return typeof report?.emailAddress === 'string' ? report.emailAddress.toLowerCase().slice(0, 255) : undefined
  } catch {
    return undefined
  }
}
