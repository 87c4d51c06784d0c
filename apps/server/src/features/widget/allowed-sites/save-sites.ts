import type { AllowedSites } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { invalid, notFound } from '../../../platform/errors.js'
import { toSite } from './site.js'

export async function getAllowedSites(account: Account, inbox_id: string): Promise<AllowedSites> {
  const inbox = account.from('inboxes').select(['id', 'allowed_sites']).where('id', '=', inbox_id)
  return toAllowedSites(await inbox.executeTakeFirstOrThrow(() => notFound('Inbox')))
}

/** Replaces the whole list. */
export async function saveAllowedSites(account: Account, inbox_id: string, given: string[]): Promise<AllowedSites> {
  const sites = given.map((text) => ({ text, site: toSite(text) }))
  const wrong = sites.flatMap(({ text, site }) => (site ? [] : [explain(text)]))
  if (wrong.length > 0) throw invalid({ sites: wrong }, wrong[0])
  const allowed_sites = JSON.stringify([...new Set(sites.map(({ site }) => site))])
  const changed = account.update('inboxes').set({ allowed_sites, updated_at: new Date() }).where('id', '=', inbox_id)
  const inbox = changed.returning(['id', 'allowed_sites'])
  const saved = toAllowedSites(await inbox.executeTakeFirstOrThrow(() => notFound('Inbox')))
  account.rejoinVisitors()
  return saved
}

const explain = (text: string) =>
  text.trim() === '*'
    ? 'leave the list empty to allow every site'
    : `"${text.slice(0, 100)}" is no site: write shop.example, https://shop.example or *.shop.example`

const toAllowedSites = ({ id, allowed_sites }: { id: string; allowed_sites: unknown[] }): AllowedSites => ({
  object: 'allowed_sites',
  inbox_id: id,
  sites: allowed_sites as string[],
})
