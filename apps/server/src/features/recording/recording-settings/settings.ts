import type { RecordingSettings } from '@papercups/contract'
import type { Account } from '../../../platform/account.js'

const DEFAULTS: RecordingSettings = {
  keep_days: 7,
  store: true,
  mask_text: false,
  only_pages: [],
  except_pages: [],
  respect_privacy_signals: true,
  max_megabytes: 500,
}

/** An account without a row has the defaults. */
export async function readSettings(account: Account): Promise<RecordingSettings> {
  const row = await account.from('recording_settings').selectAll().executeTakeFirst()
  if (!row) return DEFAULTS
  const { account_id: _, updated_at: __, only_pages, except_pages, ...settings } = row
  return { ...settings, only_pages: only_pages as string[], except_pages: except_pages as string[] }
}

export async function saveSettings(account: Account, changes: Partial<RecordingSettings>) {
  const { only_pages, except_pages, ...settings } = { ...(await readSettings(account)), ...changes }
  const row = {
    ...settings,
    only_pages: JSON.stringify(only_pages),
    except_pages: JSON.stringify(except_pages),
    updated_at: new Date(),
  }
  const saved = account.insert('recording_settings', row)
  await saved.onConflict((conflict) => conflict.columns(['account_id']).doUpdateSet(row)).execute()
  return readSettings(account)
}
