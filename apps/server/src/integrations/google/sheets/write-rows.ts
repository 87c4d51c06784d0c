import { ServiceError } from '../../../features/channels/chat-services/chat-service.js'
import { noteFailure, noteWorking } from '../../../features/channels/chat-services/connection-state.js'
import type { ConnectionRow } from '../../../features/channels/chat-services/connections.js'
import { openLeasedRun, type Run } from '../../../features/channels/chat-services/leased-run.js'
import type { MailFailing } from '../../../features/channels/chat-services/mail-failing.js'
import type { Lane } from '../../../platform/jobs/leased-work.js'
import type { Platform } from '../../../platform/platform.js'
import type { GoogleCaller } from '../google-api.js'
import { headerOf, TAB_TITLES } from './columns.js'
import { readRows } from './read-cells.js'
import { addTab, appendRows, findIds, getSpreadsheet, type Spreadsheet, type Tab } from './sheets-api.js'
import {
  beginRows,
  beginTab,
  dropRows,
  listTabs,
  noteTitle,
  noteUntouched,
  noteWritten,
  type TabRow,
  type WaitingRow,
} from './tab-state.js'

/** Rows of one call. Google allows about one call a second. */
const BATCH = 200

/** Writes the rows that wait for one spreadsheet. The caller has the lease of its connection. */
export function openWriter(platform: Platform, row: ConnectionRow, lease: string, mailFailing: MailFailing): Lane {
  const account = platform.account(row.account_id)
  const { id, channel_id } = row
  const caller: GoogleCaller = { platform, account, connection_id: id }

  const work = async (run: Run) => {
    const tabs = (await account.run(listTabs, id)).filter(({ is_on, title, waiting }) => is_on && (!title || waiting))
    if (!channel_id || tabs.length === 0) return
    const spreadsheet = await getSpreadsheet(caller, channel_id)
    for (const row of tabs) {
      const tab = await openTab(caller, spreadsheet, row)
      while (!run.isEnded() && (await writeBatch(caller, channel_id, row, tab))) run.noteActivity()
    }
    if (row.failures > 0) await account.run(noteWorking, id, lease)
  }
  const fail = async (error: unknown) => {
    const { failure, message, retry_after_seconds } =
      error instanceof ServiceError ? error : new ServiceError('unavailable', 'internal error')
    if (!(error instanceof ServiceError))
      platform.log.error({ err: error, connection_id: id }, 'sheets: rows could not be written')
    const pause = failure === 'limited' ? Math.min(retry_after_seconds ?? 30, 3_600) : null
    const [state] = await account.run(noteFailure, id, lease, message, pause, failure === 'revoked')
    if (state?.must_mail) await account.enqueue(mailFailing, { connection_id: id })
  }
  return openLeasedRun({ platform, row, lease, work, fail })
}

/** The tab by Google's id, because people rename tabs. A tab that somebody deleted is made again. */
async function openTab(caller: GoogleCaller, { id, tabs }: Spreadsheet, row: TabRow): Promise<Tab> {
  const { account } = caller
  const known = tabs.find(({ gid }) => gid === row.gid)
  const tab = known ?? { gid: row.gid, title: freeTitle(TAB_TITLES[row.record], tabs), rows: 0 }
  if (!known) {
    if (row.title !== null) await account.run(beginTab, row.id, row.gid)
    await addTab(caller, id, tab, headerOf(row.record, row.columns))
    tabs.push(tab)
  }
  if (tab.title !== row.title) await account.run(noteTitle, row.id, row.gid, tab.title)
  return tab
}

function freeTitle(wanted: string, tabs: Tab[]) {
  const taken = new Set(tabs.map(({ title }) => title.toLowerCase()))
  for (let count = 1; ; count += 1) {
    const title = count === 1 ? wanted : `${wanted} ${count}`
    if (!taken.has(title.toLowerCase())) return title
  }
}

/** Writes the next rows. False if there are none. */
async function writeBatch(caller: GoogleCaller, spreadsheet_id: string, row: TabRow, tab: Tab) {
  const { account } = caller
  const page = (await account.run(beginRows, row.id, row.gid, BATCH)).toSorted(byTime)
  if (page.length === 0) return false
  const written = await findWritten(caller, spreadsheet_id, tab, page)
  const ids = page.map(({ record_id }) => record_id).filter((id) => !written.has(id))
  const rows = await readRows(caller, row, ids)
  const gone = ids.filter((id) => !rows.has(id))
  if (gone.length > 0) await account.run(dropRows, row.id, gone)
  const values = ids.map((id) => rows.get(id)).filter((cells) => cells !== undefined)
  if (values.length > 0) {
    try {
      await appendRows(caller, spreadsheet_id, tab.title, values)
    } catch (error) {
      // Otherwise the sheet may have them.
      if (error instanceof ServiceError && error.failure !== 'unavailable')
        await account.run(noteUntouched, row.id, ids)
      throw error
    }
  }
  await account.run(noteWritten, row.id, row.gid, [...written, ...rows.keys()])
  return true
}

const byTime = (a: WaitingRow, b: WaitingRow) =>
  a.record_at.getTime() - b.record_at.getTime() || (a.record_id < b.record_id ? -1 : 1)

/** Those that a process wrote before it was killed, or whose answer was lost. */
async function findWritten(caller: GoogleCaller, spreadsheet_id: string, tab: Tab, page: WaitingRow[]) {
  const unsure = new Set(page.flatMap(({ is_unsure, record_id }) => (is_unsure ? record_id : [])))
  return new Set(unsure.size > 0 ? await findIds(caller, spreadsheet_id, tab, unsure) : [])
}
