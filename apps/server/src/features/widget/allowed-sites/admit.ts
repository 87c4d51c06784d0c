import type { Account } from '../../../platform/account.js'
import { forbidden } from '../../../platform/errors.js'
import { covers, toFrameAncestors } from './site.js'

/** The inbox that a widget names; one that names none is the primary inbox's. */
export interface Widget {
  inbox_id: string | undefined
}

/**
 * Refuses a browser on a page that the inbox does not allow. Where a call does not say which inbox it is for, a page that
 * one of the account's inboxes allows will do. Who is no browser says nothing of a site, and is not asked.
 */
export async function requireAllowedSite(account: Account, site: string | undefined, widget?: Widget) {
  if (site === undefined) return
  const lists = await listsOf(account, widget)
  const admitted = lists.some((sites) => sites.length === 0 || sites.some((entry) => covers(entry, site)))
  if (lists.length > 0 && !admitted) throw forbidden('This site may not use this chat')
}

/** What a browser is told about who may frame the chat; undefined where anybody may. */
export async function frameAncestors(account: Account, widget: Widget): Promise<string | undefined> {
  const [sites = []] = await listsOf(account, widget)
  return sites.length > 0 ? toFrameAncestors(sites) : undefined
}

async function listsOf(account: Account, widget: Widget | undefined): Promise<string[][]> {
  const inboxes = await account.from('inboxes').select(['id', 'is_primary', 'allowed_sites']).execute()
  const named = inboxes.filter(({ id }) => id === widget?.inbox_id?.toLowerCase())
  // An inbox that is not there is nobody's, and opens nothing that the primary one keeps closed.
  const primary = named.length > 0 ? named : inboxes.filter(({ is_primary }) => is_primary)
  return (widget ? primary : inboxes).map(({ allowed_sites }) => allowed_sites as string[])
}
