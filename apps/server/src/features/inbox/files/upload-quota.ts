import { createHmac } from 'node:crypto'
import type { Account } from '../../../platform/account.js'
import { HttpError } from '../../../platform/errors.js'
import { networkOf } from '../../../platform/http/client-ip.js'
import type { Platform } from '../../../platform/platform.js'
import { changeUsageTogether } from './change-usage.js'
import type { Uploader } from './store-upload.js'

const MB = 1_000_000
/** Even a small file takes a block on disk and a row in the database. */
const LEAST = 4_096

interface Quota {
  key: string
  mb: number
  of: string
}

/**
 * Counts the bytes before they are stored, so that parallel uploads cannot exceed a quota together. Returns a function
 * that gives them back if storing fails.
 */
export async function reserveQuota(platform: Platform, account: Account, uploader: Uploader, size: number) {
  const bytes = Math.max(size, LEAST)
  const quotas = quotasOf(platform, account, uploader).filter(({ mb }) => mb > 0)
  const keys = quotas.map(({ key }) => key)
  const used = await changeUsageTogether(platform, keys, bytes)
  const giveBack = async () => void (await changeUsageTogether(platform, keys, -bytes))
  const exceeded = quotas.find(({ key, mb }) => (used.get(key) ?? 0) > mb * MB)
  if (!exceeded) return giveBack
  await giveBack()
  const { mb, of } = exceeded
  throw new HttpError(429, `Upload limit reached: ${mb} MB a day for ${of}. Try again tomorrow.`, {
    details: { retry_after: secondsUntilTomorrow() },
  })
}

/** Visitors and the team have separate quotas, so that visitors cannot use up the team's. */
function quotasOf(platform: Platform, account: Account, { user_id, customer_id, ip }: Uploader): Quota[] {
  const { upload_mb_per_visitor, upload_mb_per_address, upload_mb_per_account } = platform.config
  const keyOf = (text: string) => createHmac('sha256', platform.key('upload-usage')).update(text).digest('base64url')
  const group = user_id ? 'team' : 'visitors'
  const visitor = { key: keyOf(`visitor ${customer_id}`), mb: upload_mb_per_visitor, of: 'one visitor' }
  return [
    ...(customer_id && !user_id ? [visitor] : []),
    ...(ip === null
      ? []
      : [{ key: keyOf(`address ${networkOf(ip)}`), mb: upload_mb_per_address, of: 'one network address' }]),
    { key: keyOf(`${group} ${account.id}`), mb: upload_mb_per_account, of: `the ${group} of one account` },
  ]
}

const secondsUntilTomorrow = () => 86_400 - (Math.floor(Date.now() / 1_000) % 86_400)
