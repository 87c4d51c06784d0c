import { Type, type Static } from 'typebox'
import { Nullable, Uuid } from './scalars.js'

/** What becomes rows. Each kind has a tab of its own in the spreadsheet. */
export const SheetRecord = Type.Union([Type.Literal('customers'), Type.Literal('conversations')])
export type SheetRecord = Static<typeof SheetRecord>

const SheetBackfill = Type.Object({
  /** `queueing`: the records that existed before are being looked for. */
  state: Type.Union([Type.Literal('queueing'), Type.Literal('writing'), Type.Literal('stopped'), Type.Literal('done')]),
  /** Rows that it adds. */
  total: Type.Integer({ minimum: 0 }),
  written: Type.Integer({ minimum: 0 }),
})

const SheetExport = Type.Object({
  record: SheetRecord,
  /** New records become rows. */
  is_on: Type.Boolean(),
  /** The name of the tab. Null until it exists. */
  tab: Nullable(Type.String()),
  /** In the order of the sheet. The id of the record is always before them. */
  columns: Type.Array(Type.String()),
  /** All columns that can be chosen. */
  choices: Type.Array(Type.Object({ column: Type.String(), label: Type.String() })),
  /** Rows in the tab, and rows that wait. */
  written: Type.Integer({ minimum: 0 }),
  waiting: Type.Integer({ minimum: 0 }),
  backfill: Nullable(SheetBackfill),
})
export type SheetExport = Static<typeof SheetExport>

/** Where the rows of an account go. */
export const GoogleSheets = Type.Object({
  object: Type.Literal('google_sheets'),
  /** Of the connection. */
  id: Uuid,
  /** Null until an admin chooses one. */
  spreadsheet: Nullable(Type.Object({ id: Type.String(), title: Type.String(), url: Type.String() })),
  exports: Type.Array(SheetExport),
})
export type GoogleSheets = Static<typeof GoogleSheets>
