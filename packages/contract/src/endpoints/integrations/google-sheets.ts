import { Type } from 'typebox'
import { defineEndpoints } from '../../endpoint.js'
import { GoogleSheets, SheetRecord } from '../../google-sheets.js'
import { Data, Line, Nothing, Nullable, Omittable } from '../../scalars.js'

const byRecord = Type.Object({ record: SheetRecord })

export const googleSheetsEndpoints = defineEndpoints({
  /** Where the rows go, and how many wait. Null without a connection. */
  'GET /api/google/sheets': {
    allow: 'user',
    response: { 200: Data(Nullable(GoogleSheets)) },
  },

  /**
   * Chooses the spreadsheet by its URL, or creates one. New customers become rows of it, in a tab of their own. Rows that wait
   * go to the new one; what is in the former one stays there.
   */
  'PUT /api/google/sheets/spreadsheet': {
    allow: 'admin',
    body: Type.Object({ url: Omittable(Type.String({ maxLength: 2_000 })) }),
    response: { 200: Data(GoogleSheets) },
  },

  /** Turns the rows of a kind on, with these columns. Other columns than before go to a new tab. */
  'PUT /api/google/sheets/exports/:record': {
    allow: 'admin',
    params: byRecord,
    body: Type.Object({ columns: Type.Array(Line, { minItems: 1, maxItems: 50 }) }),
    response: { 200: Data(GoogleSheets) },
  },

  /** Adds the records that are not in the tab, oldest first. After a stop it goes on. */
  'POST /api/google/sheets/exports/:record/backfill': {
    allow: 'admin',
    params: byRecord,
    response: { 200: Data(GoogleSheets) },
  },

  /** Stops it. New records still become rows. */
  'DELETE /api/google/sheets/exports/:record/backfill': {
    allow: 'admin',
    params: byRecord,
    response: { 204: Nothing },
  },

  /** Turns them off. The tab stays. */
  'DELETE /api/google/sheets/exports/:record': {
    allow: 'admin',
    params: byRecord,
    response: { 204: Nothing },
  },
})
