import type { SheetRecord } from '@papercups/contract'
import type { Selectable } from 'kysely'
import type { SheetTabsTable } from '../../../platform/database/tables.js'
import { defineStatement } from '../../../platform/statement.js'

export type TabRow = Omit<Selectable<SheetTabsTable>, 'record'> & { record: SheetRecord }

export const listTabs = defineStatement<TabRow & { waiting: number; backfill_left: number }>(
  'sheets.list-tabs',
  `select t.*, counted.waiting, counted.backfill_left from sheet_tabs t cross join lateral (
    select count(*)::integer as waiting, (count(*) filter (where r.is_backfill))::integer as backfill_left
    from sheet_rows r where r.account_id = $1 and r.tab_id = t.id and r.written_at is null
  ) as counted
  where t.account_id = $1 and t.connection_id = $2`,
)

/** Turns a kind of record on. Other columns get a new tab, with the id $5. */
export const saveTab = defineStatement<{ id: string; is_new_tab: boolean }>(
  'sheets.save-tab',
  `insert into sheet_tabs (account_id, connection_id, record, columns, gid) values ($1, $2, $3, $4::text[], $5)
   on conflict (account_id, connection_id, record) do update set is_on = true, columns = $4::text[],
     gid = case when sheet_tabs.columns = $4::text[] then sheet_tabs.gid else $5 end
   where sheet_tabs.account_id = $1
   returning id, gid = $5 as is_new_tab`,
)

/** Rows go to a new tab, with the id $3. Rows that wait will be in it, also those that may be in the former one. */
export const beginTab = defineStatement(
  'sheets.begin-tab',
  `with tab as (
    update sheet_tabs set gid = $3, title = null, written = 0,
      backfill_state = case when backfill_state = 'queueing' then backfill_state end
    where account_id = $1 and id = $2 returning id
  ), former as (
    delete from sheet_rows using tab where sheet_rows.account_id = $1 and tab_id = tab.id and written_at is not null
  )
  update sheet_rows set begun = false from tab
  where sheet_rows.account_id = $1 and tab_id = tab.id and written_at is null and begun`,
)

/** New records become no rows any more. What is in the tab stays. */
export const turnOff = defineStatement<{ id: string }>(
  'sheets.turn-off',
  `with tab as (
    update sheet_tabs set is_on = false, backfill_state = null
    where account_id = $1 and connection_id = $2 and record = $3 returning id
  ), forgotten as (
    delete from sheet_rows using tab where sheet_rows.account_id = $1 and tab_id = tab.id and written_at is null
  )
  select id from tab`,
)

export const noteTitle = defineStatement(
  'sheets.note-title',
  `update sheet_tabs set title = $4 where account_id = $1 and id = $2 and gid = $3`,
)

export interface WaitingRow {
  record_id: string
  record_at: Date
  /** A process began to write it and did not store how that ended. */
  is_unsure: boolean
}

/** Marks the next rows as begun: after a crash it is unsure whether the sheet has them. */
export const beginRows = defineStatement<WaitingRow>(
  'sheets.begin-rows',
  `with page as (
    select r.record_id, r.begun from sheet_rows r join sheet_tabs t on t.account_id = r.account_id and t.id = r.tab_id
    where r.account_id = $1 and r.tab_id = $2 and r.written_at is null and t.gid = $3 and t.is_on
    order by r.record_at, r.record_id limit $4
  )
  update sheet_rows r set begun = true from page
  where r.account_id = $1 and r.tab_id = $2 and r.record_id = page.record_id and r.written_at is null
  returning r.record_id, r.record_at, page.begun as is_unsure`,
)

/** The tab $3 has them. Changes nothing if the rows go to another tab by now. */
export const noteWritten = defineStatement(
  'sheets.note-written',
  `with tab as (
    select id from sheet_tabs where account_id = $1 and id = $2 and gid = $3 for no key update
  ), done as (
    update sheet_rows r set written_at = now(), begun = false from tab
    where r.account_id = $1 and r.tab_id = tab.id and r.record_id = any ($4::uuid[]) and r.written_at is null
    returning r.record_id
  )
  update sheet_tabs set written = written + (select count(*) from done)
  where account_id = $1 and id in (select id from tab)`,
)

/** Nothing of these was written. */
export const noteUntouched = defineStatement(
  'sheets.note-untouched',
  `update sheet_rows set begun = false
   where account_id = $1 and tab_id = $2 and record_id = any ($3::uuid[]) and written_at is null`,
)

/** Their records were erased. */
export const dropRows = defineStatement(
  'sheets.drop-rows',
  `delete from sheet_rows where account_id = $1 and tab_id = $2 and record_id = any ($3::uuid[]) and written_at is null`,
)
