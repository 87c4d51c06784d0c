import { ServiceError, type ServiceContext } from '../../../features/channels/chat-services/chat-service.js'
import { unlessRefused } from '../../../features/channels/chat-services/call-service.js'
import { callIntercom } from '../intercom-api.js'
import type { ImportRow } from './import-state.js'

const PEOPLE = 50
/** Each one needs a call of its own, and a page is one job. */
const CONVERSATIONS = 20

export interface Page {
  records: unknown[]
  /** Null after the last page. */
  next_page: string | null
  total: number | null
}

/** As Intercom has it: https://developers.intercom.com/docs/build-an-integration/learn-more/rest-apis/pagination-cursor */
interface List {
  data?: unknown
  conversations?: unknown
  total_count?: number
  pages?: { next?: { starting_after?: string } | null } | null
}

const tokenOf = ({ connection }: ServiceContext) => connection.secrets.access_token ?? ''

const get = <T extends object>(context: ServiceContext, path: string) =>
  callIntercom<T>(context.platform, tokenOf(context), 'GET', path)

/** The next page of the phase. */
export async function readPage(context: ServiceContext, row: ImportRow): Promise<Page> {
  const list = row.phase === 'changes' ? await searchChanges(context, row) : await get<List>(context, pathOf(row))
  const records = row.phase === 'people' ? list.data : list.conversations
  if (!Array.isArray(records)) throw new ServiceError('unavailable', 'no list')
  const next_page = list.pages?.next?.starting_after ?? null
  return {
    records: records as unknown[],
    next_page,
    total: Number.isSafeInteger(list.total_count) ? (list.total_count ?? null) : null,
  }
}

function pathOf({ phase, next_page }: ImportRow) {
  const [path, per_page] = phase === 'people' ? ['/contacts', PEOPLE] : ['/conversations', CONVERSATIONS]
  const query = new URLSearchParams({ per_page: String(per_page), ...(next_page && { starting_after: next_page }) })
  return `${path}?${query.toString()}`
}

/** A conversation that changes while it is listed can move to a page that was read before. */
function searchChanges(context: ServiceContext, { created_at, next_page }: ImportRow) {
  const since = Math.floor(created_at.getTime() / 1_000) - 60
  return callIntercom<List>(context.platform, tokenOf(context), 'POST', '/conversations/search', {
    query: { field: 'updated_at', operator: '>', value: since },
    pagination: { per_page: CONVERSATIONS, ...(next_page && { starting_after: next_page }) },
  })
}

/** With its parts: Intercom returns the newest 500. */
export const getConversation = (context: ServiceContext, id: string) =>
  get<object>(context, `/conversations/${encodeURIComponent(id)}`)

/** Undefined if the contact was deleted in Intercom. */
export const findContact = (context: ServiceContext, id: string) =>
  unlessRefused(get<object>(context, `/contacts/${encodeURIComponent(id)}`))

/** The emails of Intercom's teammates. None if the app may not read them. */
export async function readTeammates(context: ServiceContext) {
  const answer = await unlessRefused(get<{ admins?: Array<{ id?: string; email?: string }> }>(context, '/admins'))
  const admins = Array.isArray(answer?.admins) ? answer.admins : []
  return new Map(admins.map(({ id, email }) => [String(id), String(email ?? '').toLowerCase()]))
}

/** Undefined if the company was deleted, or has no name, or if the app may not read it. */
export async function findCompanyName(context: ServiceContext, id: string) {
  const company = await unlessRefused(get<{ name?: unknown }>(context, `/companies/${encodeURIComponent(id)}`))
  return lineOf(company?.name)
}

/** The names of all tags, by id. None if the app may not read them. */
export async function readTagNames(context: ServiceContext) {
  const answer = await unlessRefused(get<{ data?: Array<{ id?: string; name?: unknown }> }>(context, '/tags'))
  const tags = Array.isArray(answer?.data) ? answer.data : []
  return new Map(
    tags.flatMap(({ id, name }): Array<[string, string]> => {
      const line = lineOf(name)
      return line ? [[String(id), line]] : []
    }),
  )
}

const lineOf = (text: unknown) =>
  typeof text === 'string' ? text.trim().slice(0, 255).toWellFormed() || undefined : undefined
