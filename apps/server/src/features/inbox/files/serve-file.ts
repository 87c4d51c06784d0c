import type { FastifyReply } from 'fastify'
import { notFound, HttpError } from '../../../platform/errors.js'
import { isFileKey } from '../../../platform/files/file-name.js'
import { RangeNotSatisfiable, type ByteRange } from '../../../platform/files/file-store.js'
import { servingHeaders } from '../../../platform/files/serving-headers.js'
import type { Platform } from '../../../platform/platform.js'
import { findServedFile } from './unscoped.js'

export async function serveFile(
  platform: Platform,
  key: string,
  range: string | undefined,
  reply: FastifyReply,
  headers: Record<string, string> = {},
) {
  reply.header('cache-control', 'no-store')
  const about = isFileKey(key) ? await findServedFile(platform, key) : undefined
  if (!about) throw notFound('File')
  const file = await platform.files.get(key, readRange(range)).catch((error: unknown) => explain(error, reply))
  if (!file) throw notFound('File')

  reply.headers({ ...servingHeaders(about.content_type, about.filename), ...headers })
  if (!file.range) return reply.header('content-length', file.size).send(file.stream)
  const { start, end } = file.range
  reply.header('content-range', `bytes ${start}-${end}/${file.size}`).header('content-length', end - start + 1)
  return reply.code(206).send(file.stream)
}

function explain(error: unknown, reply: FastifyReply): never {
  if (!(error instanceof RangeNotSatisfiable)) throw error
  reply.header('content-range', `bytes */${error.size}`)
  throw new HttpError(416, 'Range Not Satisfiable')
}

/** Players ask for one range. Several ranges or a malformed header return the whole file, which HTTP allows. */
function readRange(header: string | undefined): ByteRange | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from) return { start: Number(from), end: to ? Number(to) : undefined }
  return to && Number(to) > 0 ? { start: -Number(to) } : undefined
}
