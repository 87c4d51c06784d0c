import type { Company } from '@papercups/contract'
import { sql, type Selectable } from 'kysely'
import type { Account } from '../../../platform/account.js'
import type { CompaniesTable } from '../../../platform/database/tables.js'
import { notFound } from '../../../platform/errors.js'
import { toTimestamp } from '../../../platform/wire-time.js'

/** The list is never longer. Further companies are found by name. */
const MAX_LISTED = 1_000

export async function listCompanies(account: Account, q?: string | null) {
  let companies = account.from('companies').selectAll()
  if (q?.trim()) companies = companies.where(sql<boolean>`strpos(lower(name), lower(${q.trim()})) > 0`)
  const rows = await companies
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute()
  return rows.map(toCompany)
}

export async function getCompany(account: Account, id: string) {
  const company = account.from('companies').selectAll().where('id', '=', id)
  return toCompany(await company.executeTakeFirstOrThrow(() => notFound('Company')))
}

export const toCompany = (row: Selectable<CompaniesTable>): Company => ({
  id: row.id,
  object: 'company',
  name: row.name,
  created_at: toTimestamp(row.created_at),
  updated_at: toTimestamp(row.updated_at),
  account_id: row.account_id,
  external_id: row.external_id,
  website_url: row.website_url,
  description: row.description,
  logo_image_url: row.logo_image_url,
  industry: row.industry,
  slack_channel_id: row.slack_channel_id,
  slack_channel_name: row.slack_channel_name,
  slack_team_id: row.slack_team_id,
  slack_team_name: row.slack_team_name,
  metadata: row.metadata,
})
