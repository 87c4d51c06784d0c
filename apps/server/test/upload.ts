import type { File } from '@papercups/contract'
import type { Client } from './client.js'

export interface UploadAnswer {
  status: number
  body: { data?: File; error?: { status: number; message: string; errors?: object; retry_after?: number } }
}

/** Uploads a form, as a browser does. */
export async function upload(from: Client, fields: Record<string, string>, content: string | Buffer<ArrayBuffer>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([content]), 'note.txt')
  const headers = { 'x-forwarded-for': from.address, ...(from.token && { authorization: from.token }) }
  const response = await fetch(`${from.url}/api/upload`, { method: 'POST', body: form, headers })
  return { status: response.status, body: await response.json() } as UploadAnswer
}

export async function uploaded(
  from: Client,
  fields: Record<string, string>,
  content: string | Buffer<ArrayBuffer> = 'words',
): Promise<File> {
  const { status, body } = await upload(from, fields, content)
  if (!body.data) throw new Error(`not stored: ${status} ${JSON.stringify(body)}`)
  return body.data
}
