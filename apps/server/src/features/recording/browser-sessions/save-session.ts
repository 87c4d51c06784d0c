import type { BrowserSessionChanges } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { invalid, notFound } from '../../../platform/errors.js'
import { defineStatement } from '../../../platform/statement.js'
import { UUID } from '../../account/accounts/named-account.js'
import { currentIdOf } from '../../people/customers/merged-ids.js'
import { deleteFilesLater } from '../../inbox/files/delete-files.js'
import { dropBeyondLimit } from '../../people/customers/metadata-limit.js'
import { customerExists } from '../../people/customers/queries.js'
import { recordedFilesOf } from './recorded-files.js'

interface NewSession {
  customer_id: string | null
  started_at: Date
  metadata: Record<string, unknown> | null | undefined
}

export function createSession(account: Account, { metadata, ...session }: NewSession) {
  const row = { ...session, metadata: metadata ? JSON.stringify(dropBeyondLimit(metadata)) : null }
  return account.insert('browser_sessions', row).returningAll().executeTakeFirstOrThrow()
}

/** The customer that an id means today. Throws if the account has no such customer. */
export async function requireCustomer(account: Account, id: string) {
  const current = UUID.test(id) ? await currentIdOf(account, id) : undefined
  if (current && (await customerExists(account, current))) return current
  throw invalid({ customer_id: ['does not exist'] })
}

/**
 * Sets or clears the end of a session. A page sends `finish` while the next page sends `restart`, so the one that was sent
 * last decides, whichever arrives last.
 */
export async function setFinished(account: Account, id: string, finished: boolean, sent_at: number | undefined) {
  await account.run(setState, id, finished, sent_at ?? null)
}

const setState = defineStatement(
  'browser-sessions.set-state',
  `update browser_sessions set
     finished_at = case when $3::boolean then now() end,
     state_sent_at = coalesce($4::bigint, state_sent_at), updated_at = now()
   where account_id = $1 and id = $2 and (state_sent_at is null or $4::bigint is null or state_sent_at <= $4::bigint)`,
)

export async function updateSession(account: Account, id: string, changes: BrowserSessionChanges) {
  const { customer_id, metadata, started_at, finished_at } = changes
  const owner = customer_id ? await requireCustomer(account, customer_id) : customer_id
  const changed = account.update('browser_sessions').set({
    ...(owner !== undefined && { customer_id: owner }),
    ...(metadata !== undefined && { metadata: metadata ? JSON.stringify(metadata) : null }),
    ...(started_at !== undefined && { started_at: toDate(started_at) }),
    ...(finished_at !== undefined && { finished_at: toDate(finished_at) }),
    updated_at: new Date(),
  })
  const row = changed.where('id', '=', id).returningAll()
  return row.executeTakeFirstOrThrow(() => notFound('Session'))
}

const toDate = (text: string | null) => (text === null ? null : new Date(text))

/** With its recording. */
export function deleteSession(account: Account, id: string) {
  return account.transaction(async (account) => {
    const files = await account.run(recordedFilesOf, [id])
    const deleted = account.delete('browser_sessions').where('id', '=', id).returning('id')
    await deleted.executeTakeFirstOrThrow(() => notFound('Session'))
    await deleteFilesLater(account, files)
  })
}
