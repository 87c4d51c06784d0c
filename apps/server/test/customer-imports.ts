import type { CustomerImport, ImportMapping, ImportProgress } from '@papercups/contract'
import { expect, vi } from 'vitest'
import type { FileStore } from '../src/platform/files/file-store.js'
import { databaseOf } from '../src/platform/database/of.js'
import type { Story } from './story.js'

type Agent = Story['ada'] | Story['grace']

export async function upload(agent: Agent, content: string | Uint8Array<ArrayBuffer>, name = 'people.csv') {
  const form = new FormData()
  form.set('file', new Blob([content]), name)
  const headers = { authorization: agent.token ?? '', 'x-forwarded-for': agent.address }
  const response = await fetch(`${agent.url}/api/customer_imports`, { method: 'POST', body: form, headers })
  return {
    status: response.status,
    body: (await response.json()) as { data: CustomerImport; error: { message: string } },
  }
}

export const uploaded = async (agent: Agent, content: string | Uint8Array<ArrayBuffer>) => {
  const { status, body } = await upload(agent, content)
  expect([status, body]).toMatchObject([201, {}])
  return body.data
}

/** Waits until no job reads it any more. */
export const settled = (agent: Agent, id: string) =>
  vi.waitUntil(
    async () => {
      const found: CustomerImport = await agent.data('GET', `/api/customer_imports/${id}`)
      return found.status === 'checking' || found.status === 'importing' ? undefined : found
    },
    { timeout: 20_000, interval: 50 },
  ) as Promise<CustomerImport>

export async function check(agent: Agent, { id, mapping }: CustomerImport, other?: ImportMapping) {
  await agent.data('POST', `/api/customer_imports/${id}/check`, { mapping: other ?? mapping })
  return settled(agent, id)
}

export async function importAll(agent: Agent, content: string | Uint8Array<ArrayBuffer>) {
  const found = await uploaded(agent, content)
  await check(agent, found)
  await agent.data('POST', `/api/customer_imports/${found.id}/start`)
  return settled(agent, found.id)
}

export const counts = ({ created_count, updated_count, skipped_count }: ImportProgress) => [
  created_count,
  updated_count,
  skipped_count,
]

export const people = async (agent: Agent, query = 'page_size=500') =>
  (await agent.get(`/api/customers?${query}`)).body.data as Array<Record<string, unknown>>

/** Waits until the store has deleted it. */
export const isDeleted = (files: FileStore, key: string) =>
  vi.waitUntil(
    async () => {
      const file = await files.get(key)
      file?.stream.destroy()
      return !file
    },
    { timeout: 10_000 },
  )

export const keyOf = async (server: Story['server'], id: string) => {
  const { db } = databaseOf(server.platform)
  return (await db.selectFrom('customer_imports').select('file_key').where('id', '=', id).executeTakeFirstOrThrow())
    .file_key
}
