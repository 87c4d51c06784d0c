import { expect, test } from 'vitest'
import { createMigratedDatabase } from '../../../../test/database.js'
import { storeMessage, storeWithAttachments } from './store-message.js'

test.each([...Object.values(storeMessage), ...Object.values(storeWithAttachments)])(
  '$name finds its rows by id, even without planner statistics',
  async ({ name, text }) => {
    const database = await createMigratedDatabase()
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan, costs off) ${text}`)
    await database.drop()

    const scans = rows.map((row) => /Scan.* on (conversations|customers)\b.*/.exec(row['QUERY PLAN'])?.[0])
    expect(scans.filter(Boolean)).toEqual([
      'Scan using conversations_id_key on conversations',
      'Scan using conversations_id_key on conversations c_1',
      ...(name.includes('of_customer') ? ['Scan using customers_id_key on customers'] : []),
    ])
  },
)
