import type { SheetRecord } from '@papercups/contract'
import { randomInt } from 'node:crypto'
import { noUsableAnswer, ServiceAnswerError } from '../../../features/channels/chat-services/call-service.js'
import { ServiceError } from '../../../features/channels/chat-services/chat-service.js'
import { findConnection, type ConnectionRow } from '../../../features/channels/chat-services/connections.js'
import { revokeConnection } from '../../../features/channels/chat-services/revoke-connection.js'
import type { Account } from '../../../platform/account.js'
import { badRequest, forbidden, HttpError, invalid } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { SERVICES } from '../oauth.js'
import { COLUMNS, DEFAULT_COLUMNS } from './columns.js'
import { beginBackfill, queueBackfill, stopBackfill } from './queue-rows.js'
import { createSpreadsheet, getSpreadsheet, type Spreadsheet } from './sheets-api.js'
import { beginTab, listTabs, saveTab, turnOff } from './tab-state.js'
import { mailSheetsFailing } from './write-sheets.js'

export const findSheets = (account: Account) => findConnection(account, SERVICES.sheets, { kind: 'account' })

async function requireSheets(account: Account) {
  const connection = await findSheets(account)
  if (!connection) throw forbidden('Authorization required')
  return connection
}

/** Tabs that Google numbers itself have small ids. */
const newGid = () => randomInt(1_000_000, 2 ** 31 - 1)

/** Chooses the spreadsheet. Without a URL a new one is made. New customers become rows of it. */
export async function chooseSpreadsheet(platform: Platform, account: Account, url: string | null | undefined) {
  const connection = await requireSheets(account)
  const caller = { platform, account, connection_id: connection.id }
  const id = url ? readId(url) : undefined
  const call = id ? getSpreadsheet(caller, id) : createSpreadsheet(caller, 'Papercups')
  const chosen = await explain(account, connection, call)
  await account.transaction(async (account) => {
    const row = account.from('connected_services').select('channel_id').where('id', '=', connection.id)
    const before = await row.forNoKeyUpdate().executeTakeFirst()
    if (!before) throw forbidden('Authorization required')
    await saveSpreadsheet(account, connection.id, chosen)
    const tabs = await account.run(listTabs, connection.id)
    if (tabs.length === 0) await account.run(saveTab, connection.id, 'customers', DEFAULT_COLUMNS.customers, newGid())
    else if (before.channel_id !== chosen.id) for (const tab of tabs) await account.run(beginTab, tab.id, newGid())
  })
}

/** The former one may have failed, so the next try begins at once. */
const saveSpreadsheet = (account: Account, connection_id: string, { id, title }: Spreadsheet) =>
  account
    .update('connected_services')
    .set({ channel_id: id, channel_name: title.slice(0, 255), retry_at: new Date() })
    .where('id', '=', connection_id)
    .execute()

/** The id in the address of a spreadsheet, or the id alone. */
function readId(url: string) {
  const id = /(?:^|\/spreadsheets\/d\/)([\w-]{20,200})(?=$|[/?#])/.exec(url.trim())?.[1]
  if (!id) throw invalid({ url: ['is not the address of a spreadsheet'] })
  return id
}

/** What Google answers is shown to the admin. A token that Google refuses stops the connection. */
async function explain<T>(account: Account, { id, updated_at }: ConnectionRow, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { failure, message } = error
    if (failure === 'revoked') {
      await revokeConnection(account, mailSheetsFailing, { connection_id: id, reason: message, at: updated_at })
      throw new HttpError(422, 'Google no longer accepts our token. Connect again.')
    }
    if (error instanceof ServiceAnswerError) throw invalid({ url: [`was refused by Google: ${message}`] })
    throw new HttpError(422, noUsableAnswer('Google', error))
  }
}

/** Turns a kind of record on, with these columns. */
export async function saveColumns(account: Account, record: SheetRecord, columns: string[]) {
  const known = COLUMNS[record]
  if (new Set(columns).size < columns.length || columns.some((column) => !Object.hasOwn(known, column)))
    throw invalid({ columns: [`have to be different ones of ${Object.keys(known).join(', ')}`] })
  const { id } = await requireSpreadsheet(account)
  await account.transaction(async (account) => {
    const gid = newGid()
    const [saved] = await account.run(saveTab, id, record, columns, gid)
    if (saved?.is_new_tab) await account.run(beginTab, saved.id, gid)
  })
}

async function requireSpreadsheet(account: Account) {
  const connection = await requireSheets(account)
  if (!connection.channel_id) throw badRequest('Choose a spreadsheet first.')
  return connection
}

export async function stopRows(account: Account, record: SheetRecord) {
  await account.run(turnOff, (await requireSheets(account)).id, record)
}

/** Queues what is not in the tab. A second call while it runs changes nothing. */
export async function startBackfill(account: Account, record: SheetRecord) {
  const { id } = await requireSpreadsheet(account)
  await account.transaction(async (account) => {
    const [tab] = await account.run(beginBackfill, id, record)
    if (!tab) throw badRequest('Turn the rows on first.')
    await account.enqueue(queueBackfill, { tab_id: tab.id })
  })
}

export async function endBackfill(account: Account, record: SheetRecord) {
  await account.run(stopBackfill, (await requireSheets(account)).id, record)
}
