import type { Language } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import type { Platform } from '../../../platform/platform.js'
import { findAccount } from '../../account/accounts/unscoped.js'
import { listWidgetSettings } from '../../widget/widget-settings/queries.js'

/** A company's look and language in emails. */
export interface Brand {
  name: string
  logo_url: string | undefined
  color: string
  language: Language
}

const PRODUCT = 'Papercups'
const DEFAULT_COLOR = '#1890ff'
const LONGEST_NAME = 60

/** For emails to people who have no account yet. */
export const PRODUCT_BRAND: Brand = { name: PRODUCT, logo_url: undefined, color: DEFAULT_COLOR, language: 'en' }

export async function brandOf(platform: Platform, account: Account): Promise<Brand> {
  const [company, [widget]] = await Promise.all([findAccount(platform, account.id), listWidgetSettings(account)])
  return {
    name: printable(company?.company_name ?? '') ?? PRODUCT,
    logo_url: httpsUrl(company?.company_logo_url),
    color: hexColor(widget?.color),
    language: company?.language ?? 'en',
  }
}

/**
 * The founder of a company chooses its name and who gets our emails, so the name must not carry a message: one short line
 * without links.
 */
export function printable(text: string): string | undefined {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  if (!line || /:\/\/|www\.|\/|@/i.test(line)) return undefined
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME - 1)}…` : line
}

/** Mail programs load images without asking, so only over https. */
function httpsUrl(text: string | null | undefined) {
  return text && URL.canParse(text) && new URL(text).protocol === 'https:' ? new URL(text).href : undefined
}

function hexColor(text: string | null | undefined) {
  return text && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) ? text : DEFAULT_COLOR
}
