import type { BrowserSession } from '@papercups/contract'
import { toInstantOrNull } from '../../../platform/wire-time.js'

interface SessionRow {
  id: string
  account_id: string
  customer_id: string | null
  metadata: Record<string, unknown> | null
  started_at: Date | null
  finished_at: Date | null
}

export const toBrowserSession = (row: SessionRow): BrowserSession => ({
  id: row.id,
  object: 'browser_session',
  account_id: row.account_id,
  customer_id: row.customer_id,
  metadata: row.metadata,
  started_at: toInstantOrNull(row.started_at),
  finished_at: toInstantOrNull(row.finished_at),
})
