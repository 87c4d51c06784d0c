import type { Company, CompanyPage } from '@papercups/contract'
import { sql, type Selectable } from 'kysely'
import type { Account } from '../../../platform/account.js'
import type { CompaniesTable } from '../../../platform/database/tables.js'
import { notFound } from '../../../platform/errors.js'
import { notACursor, readIdCursor } from '../../../platform/list-cursors.js'
import { toTimestamp } from '../../../platform/wire-time.js'

interface Page {
  q?: string | null | undefined
  /** The `next` of the previous page. */
  after?: string | null | undefined
  limit: number
}

/** By name. */
export async function listCompanies(account: Account, { q, after, limit }: Page): Promise<CompanyPage> {
  let companies = account.from('companies').selectAll()
  if (q?.trim()) companies = companies.where(sql<boolean>`strpos(lower(name), lower(${q.trim()})) > 0`)
  if (after) {
    const { name, id } = readCursor(after)
    companies = companies.where(sql<boolean>`(lower(name), id) > (lower(${name}::text), ${id}::uuid)`)
  }
  const rows = await companies
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { data: shown.map(toCompany), next: last && rows.length > limit ? toCursor(last) : null }
}

/** A position, which stays when the company is renamed or deleted. */
type Position = Pick<Company, 'name' | 'id'>

const toCursor = ({ name, id }: Position) => Buffer.from(`${id} ${name}`).toString('base64url')

function readCursor(cursor: string): Position {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [id, name] = [text.slice(0, 36), text.slice(37)]
  // PostgreSQL refuses a text with NUL.
  if (text[36] !== ' ' || name.includes('\0')) throw notACursor()
  return { name, id: readIdCursor(id) }
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
