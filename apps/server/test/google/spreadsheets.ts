import { randomUUID } from 'node:crypto'
import type { Answer, ApiCall } from './stand-in.js'

export interface Tab {
  gid: number
  title: string
  rows: string[][]
  frozen: number
}

export interface Spreadsheet {
  id: string
  title: string
  /** Google accounts that may open it. */
  people: Set<string>
  tabs: Tab[]
}

/** Empty rows that Google shows below the last one. */
const EMPTY_ROWS = 1_000
const NOT_FOUND: Answer = { status: 404, reason: 'notFound' }
const bad = (reason: string): Answer => ({ status: 400, reason })

/** The spreadsheets of Google Sheets. */
export function createSpreadsheets() {
  const all = new Map<string, Spreadsheet>()

  const add = (email: string, title: string) => {
    const id = `1${randomUUID().replaceAll('-', '')}_AbC`
    const tabs = [{ gid: 0, title: 'Sheet1', rows: [], frozen: 0 }]
    const made: Spreadsheet = { id, title, people: new Set([email]), tabs }
    all.set(id, made)
    return made
  }
  const show = ({ id, title, tabs }: Spreadsheet) => ({
    spreadsheetId: id,
    properties: { title },
    sheets: tabs.map(({ gid, title, rows }) => ({
      properties: { sheetId: gid, title, gridProperties: { rowCount: rows.length + EMPTY_ROWS } },
    })),
  })
  const findRange = ({ tabs }: Spreadsheet, range: string) => {
    const [, title = '', first = '1', last] = /^'((?:[^']|'')+)'!A(\d+)(?::A(\d+))?$/.exec(range) ?? []
    const tab = tabs.find((tab) => tab.title === title.replaceAll("''", "'"))
    return tab && { tab, first: Number(first), last: last ? Number(last) : undefined }
  }
  const read = (spreadsheet: Spreadsheet, range: string): Answer => {
    const found = findRange(spreadsheet, range)
    if (!found) return bad(`Unable to parse range: ${range}`)
    const { tab, first, last = tab.rows.length } = found
    if (last > tab.rows.length + EMPTY_ROWS) return bad(`Range (${range}) exceeds grid limits`)
    const column = tab.rows.slice(first - 1, last).map(([cell = '']) => cell)
    return { body: { range, majorDimension: 'COLUMNS', ...(column.length > 0 && { values: [column] }) } }
  }
  /** With USER_ENTERED, Google runs texts as formulas and reads others as numbers. */
  const append = (spreadsheet: Spreadsheet, range: string, query: URLSearchParams, values: { values: string[][] }) => {
    const found = findRange(spreadsheet, range)
    if (!found) return bad(`Unable to parse range: ${range}`)
    const is_raw = query.get('valueInputOption') === 'RAW'
    const enter = (cell: string) => (is_raw ? cell : cell.replace(/^=.*/s, '#RAN'))
    found.tab.rows.push(...values.values.map((row) => row.map(enter)))
    return { body: { spreadsheetId: spreadsheet.id } }
  }
  /** All requests or none. */
  const change = (spreadsheet: Spreadsheet, { requests }: { requests: Change[] }): Answer => {
    const tabs = spreadsheet.tabs.map((tab) => ({ ...tab, rows: [...tab.rows] }))
    for (const { addSheet, appendCells } of requests) {
      if (addSheet) {
        const { sheetId: gid, title, gridProperties } = addSheet.properties
        if (tabs.some((tab) => tab.gid === gid || tab.title.toLowerCase() === title.toLowerCase()))
          return bad(`A sheet with the name "${title}" already exists.`)
        tabs.push({ gid, title, rows: [], frozen: gridProperties.frozenRowCount })
      } else if (appendCells) {
        const tab = tabs.find(({ gid }) => gid === appendCells.sheetId)
        if (!tab) return bad(`No grid with id: ${appendCells.sheetId}`)
        for (const { values } of appendCells.rows)
          tab.rows.push(values.map(({ userEnteredValue }) => userEnteredValue.stringValue))
      } else return bad('Unknown request')
    }
    spreadsheet.tabs = tabs
    return { body: { spreadsheetId: spreadsheet.id } }
  }

  return {
    add,
    get: (id: string) => all.get(id),
    /** The rows of a tab, with its header. */
    rowsOf: (id: string, title: string) => all.get(id)?.tabs.find((tab) => tab.title === title)?.rows ?? [],
    answer({ method, path, query, values, email }: ApiCall): Answer | undefined {
      if (method === 'POST' && path === '/v4/spreadsheets') return { body: show(add(email, values.properties.title)) }
      const [, id = '', rest = ''] = /^\/v4\/spreadsheets\/([\w-]+)(.*)$/.exec(path) ?? []
      if (!id) return undefined
      const spreadsheet = all.get(id)
      if (!spreadsheet) return NOT_FOUND
      if (!spreadsheet.people.has(email)) return { status: 403, reason: 'The caller does not have permission' }
      if (method === 'GET' && rest === '') return { body: show(spreadsheet) }
      if (method === 'POST' && rest === ':batchUpdate') return change(spreadsheet, values)
      const [, range = '', verb] = /^\/values\/(.+?)(:append)?$/.exec(decodeURIComponent(rest)) ?? []
      if (!range) return NOT_FOUND
      if (method === 'POST' && verb) return append(spreadsheet, range, query, values)
      return method === 'GET' ? read(spreadsheet, range) : NOT_FOUND
    },
  }
}

interface Change {
  addSheet?: { properties: { sheetId: number; title: string; gridProperties: { frozenRowCount: number } } }
  appendCells?: {
    sheetId: number
    rows: Array<{ values: Array<{ userEnteredValue: { stringValue: string } }> }>
  }
}
