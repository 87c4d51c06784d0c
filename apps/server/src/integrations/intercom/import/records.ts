import type { Selectable } from 'kysely'
import type { Account } from '../../../platform/account.js'
import type { IntercomRecordsTable } from '../../../platform/database/tables.js'
import type { ImportRow } from './import-state.js'

export type IntercomRecord = Selectable<IntercomRecordsTable>
type Kind = IntercomRecord['kind']

/** What was brought over of these ids, by earlier imports too. */
export async function findRecords(account: Account, { workspace_id }: ImportRow, kind: Kind, ids: string[]) {
  if (ids.length === 0) return new Map<string, IntercomRecord>()
  const rows = account.from('intercom_records').selectAll().where('workspace_id', '=', workspace_id)
  const found = await rows.where('kind', '=', kind).where('intercom_id', 'in', ids).execute()
  return new Map(found.map((record) => [record.intercom_id, record]))
}

export const findRecord = async (account: Account, row: ImportRow, kind: Kind, id: string) =>
  (await findRecords(account, row, kind, [id])).get(id)

/** Call it while the import's row is locked. */
export async function saveRecord(account: Account, { workspace_id }: ImportRow, record: NewRecord) {
  const { part_ids = [], version, ...rest } = record
  const inserted = account.insert('intercom_records', { ...rest, workspace_id, version, part_ids })
  await inserted
    .onConflict((known) =>
      known.columns(['account_id', 'workspace_id', 'kind', 'intercom_id']).doUpdateSet({ version, part_ids }),
    )
    .execute()
}

type NewRecord = Pick<IntercomRecord, 'kind' | 'intercom_id' | 'our_id' | 'version'> & { part_ids?: string[] }
