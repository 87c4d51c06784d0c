import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { packDueChunks } from '../src/features/recording/recordings/pack-chunks.js'
import { databaseOf } from '../src/platform/database/of.js'
import type { Story } from './story.js'

/** As if two minutes had passed without a batch. */
export async function packAll({ server, acme }: Pick<Story, 'server' | 'acme'>) {
  const chunks = databaseOf(server.platform)
    .db.updateTable('recording_chunks')
    .set({ updated_at: new Date(0) })
  await chunks.where('account_id', '=', acme.id).execute()
  await packDueChunks(server.platform)
}

export const chunksOf = ({ server, acme }: Pick<Story, 'server' | 'acme'>) =>
  databaseOf(server.platform).db.selectFrom('recording_chunks').selectAll().where('account_id', '=', acme.id).execute()

export async function storedFiles({ server }: Pick<Story, 'server'>, keys: Array<string | null>) {
  const folder = join(server.platform.config.data_dir, 'files')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter(({ name }) => keys.includes(name)).map((entry) => join(entry.parentPath, entry.name))
}
