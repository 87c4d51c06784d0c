import type { WebhookEvent } from '@papercups/contract'
import type { LoggedEvent } from '../../../platform/feature.js'
import { findRatings } from '../../inbox/ratings/queries.js'
import { toTag } from '../../inbox/tags/present.js'
import { toCustomerBasic } from '../../people/customers/present.js'
import { toIssue } from '../../people/issues/queries.js'
import { toNote } from '../../people/notes/present.js'
import type { BuildPayloads } from './payloads.js'

const idOf = ({ payload }: LoggedEvent, key: string) => String(payload[key])

/** Notes are ordered with the other events of their customer. */
export const noteChanged: BuildPayloads = async (account, events) => {
  const ids = events.map((event) => idOf(event, 'note_id'))
  const rows = await account.from('notes').selectAll().where('id', 'in', ids).execute()
  const notes = new Map(rows.map((row) => [row.id, toNote(row)]))
  return events.flatMap((event) => {
    const payload = notes.get(idOf(event, 'note_id'))
    if (!payload) return []
    const { customer_id } = payload
    return [{ ...typed(event), payload, order_key: customer_id, conversation_id: null, customer_id }]
  })
}

export const tagChanged: BuildPayloads = async (account, events) => {
  const ids = events.map((event) => idOf(event, 'tag_id'))
  const rows = await account.from('tags').selectAll().where('id', 'in', ids).execute()
  const tags = new Map(rows.map((row) => [row.id, toTag(row)]))
  return events.flatMap((event) => {
    const payload = tags.get(idOf(event, 'tag_id'))
    return payload
      ? [{ ...typed(event), payload, order_key: payload.id, conversation_id: null, customer_id: null }]
      : []
  })
}

export const ratingChanged: BuildPayloads = async (account, events) => {
  const ids = events.map((event) => idOf(event, 'rating_id'))
  const ratings = new Map((await findRatings(account, ids)).map((rating) => [rating.id, rating]))
  return events.flatMap((event) => {
    const payload = ratings.get(idOf(event, 'rating_id'))
    if (!payload) return []
    const { conversation_id, customer_id } = payload
    return [{ ...typed(event), payload, order_key: conversation_id, conversation_id, customer_id }]
  })
}

/** The kept customer. If they were merged into another one since then, that one. */
export const customerMerged: BuildPayloads = async (account, events) => {
  const kept_ids = events.map((event) => idOf(event, 'customer_id'))
  const merges = account.from('customer_merges').select(['merged_id', 'customer_id']).where('merged_id', 'in', kept_ids)
  const current = new Map((await merges.execute()).map(({ merged_id, customer_id }) => [merged_id, customer_id]))
  const ids = [...kept_ids, ...current.values()]
  const rows = await account.from('customers').selectAll().where('id', 'in', ids).execute()
  const customers = new Map(rows.map((row) => [row.id, toCustomerBasic(row)]))
  return events.flatMap((event) => {
    const kept_id = idOf(event, 'customer_id')
    const kept = customers.get(current.get(kept_id) ?? kept_id)
    if (!kept) return []
    const payload = { ...kept, merged_customer_id: idOf(event, 'merged_customer_id') }
    return [{ ...typed(event), payload, order_key: kept.id, conversation_id: null, customer_id: kept.id }]
  })
}

/** A link also names the customer. */
export const issueChanged: BuildPayloads = async (account, events) => {
  const ids = events.map((event) => idOf(event, 'issue_id'))
  const rows = await account.from('issues').selectAll().where('id', 'in', ids).execute()
  const issues = new Map(rows.map((row) => [row.id, toIssue(row)]))
  return events.flatMap((event) => {
    const issue = issues.get(idOf(event, 'issue_id'))
    if (!issue) return []
    const customer_id = 'customer_id' in event.payload ? idOf(event, 'customer_id') : null
    const payload = { ...issue, ...(customer_id && { customer_id }) }
    return [{ ...typed(event), payload, order_key: issue.id, conversation_id: null, customer_id }]
  })
}

interface Remains {
  object: string
  /** Keys of the logged ids: of the record, and of the record whose events it is ordered with. */
  id: string
  ordered_with?: string
  /** Further ids to send. */
  also?: string[]
}

/** Only ids are left of what was deleted. */
export const deleted =
  ({ object, id: id_key, ordered_with = id_key, also = [] }: Remains): BuildPayloads =>
  async (_, events) =>
    events.map((event) => {
      const ids = Object.fromEntries(also.map((key) => [key, idOf(event, key)]))
      const payload = { id: idOf(event, id_key), object, deleted: true, ...ids }
      const customer_id = ids.customer_id ?? null
      return { ...typed(event), payload, order_key: idOf(event, ordered_with), conversation_id: null, customer_id }
    })

/** These events have the same name in the log. */
const typed = (event: LoggedEvent) => ({ event_id: event.id, type: event.type as WebhookEvent })
