import { randomUUID } from 'node:crypto'
import { createMailFailing } from '../../../features/channels/chat-services/mail-failing.js'
import { defineWorker } from '../../../platform/feature.js'
import { startLeasedWork } from '../../../platform/jobs/leased-work.js'
import { claimSheets } from './unscoped.js'
import { openWriter } from './write-rows.js'

/** Spreadsheets that one process writes to at the same time. */
const MAX_SPREADSHEETS = 20

export const mailSheetsFailing = createMailFailing({ id: 'google_sheets', name: 'Google Sheets' })

/** Writes the rows of all accounts. One process at a time writes to a spreadsheet. */
export const writeSheets = defineWorker({
  name: 'sheets.write',
  start(platform) {
    const lease = randomUUID()
    return startLeasedWork({
      platform,
      max: MAX_SPREADSHEETS,
      claim: (limit) => claimSheets(platform, lease, limit),
      open: (row) => openWriter(platform, row, lease, mailSheetsFailing),
    })
  },
})
