import { callGoogle, type GoogleCaller } from '../google-api.js'
import { googleUrls } from '../google-urls.js'

/** Rows of a tab that are read at once, of one column. */
const PAGE = 20_000

export interface Tab {
  gid: number
  title: string
  /** Also the empty ones. */
  rows: number
}

export interface Spreadsheet {
  id: string
  title: string
  tabs: Tab[]
}

interface SpreadsheetAnswer {
  spreadsheetId: string
  properties?: { title?: string }
  sheets?: Array<{
    properties?: { sheetId?: number; title?: string; gridProperties?: { rowCount?: number } }
  }>
}

const FIELDS = 'spreadsheetId,properties.title,sheets.properties(sheetId,title,gridProperties.rowCount)'

/** https://developers.google.com/workspace/sheets/api/reference/rest */
const urlOf = ({ platform }: GoogleCaller, path: string, query: Record<string, string> = {}) =>
  `${googleUrls(platform).sheets}${path}?${new URLSearchParams({ prettyPrint: 'false', ...query }).toString()}`

const post = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const readSpreadsheet = ({ spreadsheetId, properties, sheets = [] }: SpreadsheetAnswer): Spreadsheet => ({
  id: spreadsheetId,
  title: properties?.title ?? '',
  tabs: sheets.map(({ properties: tab }) => ({
    gid: tab?.sheetId ?? 0,
    title: tab?.title ?? '',
    rows: tab?.gridProperties?.rowCount ?? 0,
  })),
})

export async function getSpreadsheet(caller: GoogleCaller, id: string) {
  return readSpreadsheet(await callGoogle<SpreadsheetAnswer>(caller, urlOf(caller, `/${id}`, { fields: FIELDS })))
}

export async function createSpreadsheet(caller: GoogleCaller, title: string) {
  const request = post({ properties: { title } })
  return readSpreadsheet(await callGoogle<SpreadsheetAnswer>(caller, urlOf(caller, '', { fields: FIELDS }), request))
}

/** Adds a tab with a first row that stays in sight. Google does both or neither. */
export async function addTab(caller: GoogleCaller, id: string, { gid, title }: Omit<Tab, 'rows'>, header: string[]) {
  const bold = { userEnteredFormat: { textFormat: { bold: true } } }
  const values = header.map((stringValue) => ({ userEnteredValue: { stringValue }, ...bold }))
  const properties = { sheetId: gid, title, gridProperties: { frozenRowCount: 1 } }
  const requests = [
    { addSheet: { properties } },
    { appendCells: { sheetId: gid, rows: [{ values }], fields: 'userEnteredValue,userEnteredFormat.textFormat.bold' } },
  ]
  await callGoogle(caller, urlOf(caller, `/${id}:batchUpdate`, { fields: 'spreadsheetId' }), post({ requests }))
}

const rangeOf = (title: string, cells: string) => encodeURIComponent(`'${title.replaceAll("'", "''")}'!${cells}`)

/** Adds rows below the table. RAW: Google stores the texts as they are, and runs none as a formula. */
export async function appendRows(caller: GoogleCaller, id: string, title: string, values: string[][]) {
  const query = { valueInputOption: 'RAW', insertDataOption: 'INSERT_ROWS', fields: 'spreadsheetId' }
  const path = `/${id}/values/${rangeOf(title, 'A1')}:append`
  await callGoogle(caller, urlOf(caller, path, query), post({ majorDimension: 'ROWS', values }))
}

/** Which of the ids the first column of a tab has. */
export async function findIds(caller: GoogleCaller, id: string, { title, rows }: Tab, ids: ReadonlySet<string>) {
  const found: string[] = []
  for (let first = 1; first <= rows; first += PAGE) {
    const cells = `A${first}:A${Math.min(first + PAGE - 1, rows)}`
    const url = urlOf(caller, `/${id}/values/${rangeOf(title, cells)}`, { majorDimension: 'COLUMNS' })
    const { values = [] } = await callGoogle<{ values?: unknown[][] }>(caller, url)
    for (const value of values[0] ?? []) if (typeof value === 'string' && ids.has(value)) found.push(value)
  }
  return found
}
