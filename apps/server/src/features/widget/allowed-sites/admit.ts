import type { Account } from '../../../platform/account.js'
import { forbidden } from '../../../platform/errors.js'
import { covers, toFrameAncestors } from './site.js'

/** The inbox that a widget names. Without one it is the primary inbox. */
export interface Widget {
  inbox_id: string | undefined
}

/**
 * Rejects a browser on a site that the inbox does not allow. If a call names no inbox, any inbox of the account that
 * allows the site is enough. Programs that are no browser send no site and are not checked.
 */
export async function requireAllowedSite(account: Account, site: string | undefined, widget?: Widget) {
  if (site === undefined) return
  const lists = await listsOf(account, widget)
  const admitted = lists.some((sites) => sites.length === 0 || sites.some((entry) => covers(entry, site)))
  if (lists.length > 0 && !admitted) throw forbidden('This site may not use this chat')
}

/** The frame-ancestors of the chat's policy. Undefined if any site may frame it. */
export async function frameAncestors(account: Account, widget: Widget): Promise<string | undefined> {
  const [sites = []] = await listsOf(account, widget)
  return sites.length > 0 ? toFrameAncestors(sites) : undefined
}

async function listsOf(account: Account, widget: Widget | undefined): Promise<string[][]> {
  const inboxes = await account.from('inboxes').select(['id', 'is_primary', 'allowed_sites']).execute()
  const named = inboxes.filter(({ id }) => id === widget?.inbox_id?.toLowerCase())
  // An unknown inbox counts as the primary one, so it cannot open a site that is not allowed.
  const primary = named.length > 0 ? named : inboxes.filter(({ is_primary }) => is_primary)
  return (widget ? primary : inboxes).map(({ allowed_sites }) => allowed_sites as string[])
}
