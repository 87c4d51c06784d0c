import { googleSheetsEndpoints } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'
import { addRoutes } from '../../../platform/http/add-routes.js'
import type { App } from '../../../platform/http/app.js'
import { byCaller } from '../../../platform/http/rate-limit.js'
import { notFound } from '../../../platform/errors.js'
import { readSheets } from './present.js'
import { chooseSpreadsheet, endBackfill, saveColumns, startBackfill, stopRows } from './settings.js'

export function sheetsRoutes(app: App) {
  const { platform } = app

  addRoutes(app, googleSheetsEndpoints, {
    async 'GET /api/google/sheets'({ account }) {
      return { data: await readSheets(account) }
    },

    'PUT /api/google/sheets/spreadsheet': {
      // It makes the server call Google.
      config: { limit: { per_ip: 120, subject: 30, by: byCaller } },
      async handler({ account, body }) {
        await chooseSpreadsheet(platform, account, body.url)
        return { data: await getSheets(account) }
      },
    },

    async 'PUT /api/google/sheets/exports/:record'({ account, params, body }) {
      await saveColumns(account, params.record, body.columns)
      return { data: await getSheets(account) }
    },

    async 'DELETE /api/google/sheets/exports/:record'({ account, params }, reply) {
      await stopRows(account, params.record)
      return reply.code(204).send()
    },

    async 'POST /api/google/sheets/exports/:record/backfill'({ account, params }) {
      await startBackfill(account, params.record)
      return { data: await getSheets(account) }
    },

    async 'DELETE /api/google/sheets/exports/:record/backfill'({ account, params }, reply) {
      await endBackfill(account, params.record)
      return reply.code(204).send()
    },
  })
}

async function getSheets(account: Account) {
  const sheets = await readSheets(account)
  if (!sheets) throw notFound()
  return sheets
}
