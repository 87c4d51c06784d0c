import { expect, test } from 'vitest'
import { createMigratedDatabase } from '../../../../test/database.js'
import { storeMessage, storeWithMore } from './store-message.js'

test.each([storeMessage, storeWithMore])(
  '$name finds its rows by their ids, even where the planner knows of none',
  async ({ text }) => {
    const database = await createMigratedDatabase()
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan, costs off) ${text}`)
    await database.drop()

    const scans = rows.map((row) => /Scan.* on (conversations|customers)\b.*/.exec(row['QUERY PLAN'])?.[0])
    expect(scans.filter(Boolean)).toEqual([
      'Scan using conversations_id_key on conversations',
      'Scan using conversations_id_key on conversations c_1',
      'Scan using customers_id_key on customers k',
    ])
  },
)
