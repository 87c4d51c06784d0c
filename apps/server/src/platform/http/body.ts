import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import qs from 'qs'
import { Readable } from 'node:stream'
import { malformed, HttpError } from '../errors.js'
import { takeTurn } from '../turns.js'
import type { App } from './app.js'
import { PUBLIC_BODY_VALUES, TEAM_BODY_VALUES } from './body-limits.js'
import { isPlainObject } from './coerce.js'
import { FilesInFlight } from './files-in-flight.js'
import { isWithinJsonLimits } from './json-limits.js'

/** A file from a multipart body. */
export class UploadedFile {
  readonly filename: string
  readonly bytes: Buffer

  constructor(filename: string, bytes: Buffer) {
    this.filename = filename
    this.bytes = bytes
  }
}

/** The file of a multipart body as a stream, for files that do not fit in memory. */
export class StreamedFile {
  readonly filename: string
  readonly stream: Readable & { truncated?: boolean }

  constructor(filename: string, stream: Readable) {
    this.filename = filename
    this.stream = stream
  }

  /** Known after reading: the file was larger than the route accepts. */
  get isTooLarge() {
    return this.stream.truncated === true
  }
}

/** Bytes of a file that are read before other work gets its turn. */
const BYTES_PER_TURN = 262_144
/** A longer body may take milliseconds to parse and to validate. */
const LONG_BODY = 8_192

/** `a[b]=c`, `ids[]=x`. A key without `=` is null: old clients send an empty filter that way. */
export function parseQuery(text: string, charset: 'utf-8' | 'iso-8859-1' = 'utf-8'): Record<string, unknown> {
  return qs.parse(text, { strictNullHandling: true, depth: 8, arrayLimit: 1_000, parameterLimit: 2_000, charset })
}

/** JSON, forms and multipart become the same nested map, and a raw mail its field `mail`. Any other type counts as empty; beacons send such bodies. */
export async function acceptBodies(app: App) {
  app.removeAllContentTypeParsers()
  const readJson = async ({ caller }: FastifyRequest, bytes: Buffer) => {
    if (bytes.length > LONG_BODY) await takeTurn()
    if (!isWithinJsonLimits(bytes, caller ? TEAM_BODY_VALUES : PUBLIC_BODY_VALUES)) throw malformed()
    return parseJson(String(bytes))
  }
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson)
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) =>
    request.routeOptions.config.text_is_json ? readJson(request, bytes) : {},
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async ({ routeOptions }: FastifyRequest, text: string) => {
      if (text.length > LONG_BODY) await takeTurn()
      return parseQuery(text, routeOptions.config.fields_as_latin1 ? 'iso-8859-1' : 'utf-8')
    },
  )
  app.addContentTypeParser('message/rfc822', { parseAs: 'buffer' }, (_request, bytes: Buffer, done) =>
    done(null, { mail: new UploadedFile('mail.eml', bytes) }),
  )
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _bytes, done) => done(null, {}))
  await app.register(multipart, { limits: { files: 1, fields: 200 } })
  const files = new FilesInFlight()

  app.addHook('preValidation', async (request) => {
    const { upload_bytes } = request.routeOptions.config
    if (request.isMultipart())
      request.body = upload_bytes
        ? await openFile(request, upload_bytes)
        : await files.read(request.ip, () => readParts(request))
    if (request.body === undefined || request.body === null) request.body = {}
    if (isPlainObject(request.body) && isPlainObject(request.query))
      request.body = { ...request.query, ...request.body }
  })
}

function parseJson(text: string): object {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    if (isPlainObject(value)) return value
  } catch {
    // Answered below.
  }
  throw malformed()
}

async function readParts(request: FastifyRequest) {
  const pairs: string[] = []
  const files: Record<string, UploadedFile> = Object.create(null) as Record<string, UploadedFile>
  const { bodyLimit, config } = request.routeOptions
  const most = bodyLimit + (config.file_bytes ?? 0)
  if (Number(request.headers['content-length']) > most) throw tooLarge()
  let left = bodyLimit
  const count = (bytes: number) => {
    left -= bytes
    if (left < 0) throw tooLarge()
  }
  try {
    for await (const part of request.parts({
      limits: { fileSize: config.file_bytes ?? bodyLimit, fieldSize: bodyLimit, files: config.files ?? 1 },
      ...(config.fields_as_latin1 && { defCharset: 'latin1' }),
    })) {
      if (part.type === 'file') {
        const bytes = await readInTurns(part.file)
        if (!config.file_bytes) count(bytes.length)
        files[part.fieldname] = new UploadedFile(part.filename, bytes)
      } else {
        const value = String(part.value).toWellFormed()
        count(part.fieldname.length + value.length)
        pairs.push(`${encodeName(part.fieldname)}=${encodeURIComponent(value)}`)
      }
    }
  } catch (error) {
    // Too large has its own error. Any other parser error means an invalid multipart body.
    throw error instanceof HttpError || (error as { statusCode?: number }).statusCode ? error : malformed()
  }
  return { ...parseQuery(pairs.join('&')), ...files }
}

/** Several uploads at once would otherwise be read in one turn of the event loop. */
async function readInTurns(file: Readable & { truncated: boolean }) {
  const chunks: Buffer[] = []
  let unread = BYTES_PER_TURN
  for await (const chunk of file as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    unread -= chunk.length
    if (unread > 0) continue
    unread = BYTES_PER_TURN
    await takeTurn()
  }
  if (file.truncated) throw tooLarge()
  return Buffer.concat(chunks)
}

/** Ignores other fields: they could come after the file. */
async function openFile(request: FastifyRequest, fileSize: number) {
  try {
    const part = await request.file({ limits: { fileSize }, throwFileSizeLimit: false })
    return part ? { [part.fieldname]: new StreamedFile(part.filename, part.file) } : {}
  } catch (error) {
    throw (error as { statusCode?: number }).statusCode ? error : malformed()
  }
}

const tooLarge = () => new HttpError(413, 'Request Entity Too Large', { envelope: 'framework' })

const encodeName = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replaceAll('%5B', '[').replaceAll('%5D', ']')

const OVERRIDES = new Set(['PUT', 'PATCH', 'DELETE'])
const reborn = new WeakMap<object, string>()

/**
 * A form can only POST, so `_method` in the body names the real method. The body is read after routing, so the request is
 * routed again with the new method and the parsed body.
 */
export function honourMethodOverride(app: App) {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const body = reborn.get(request.raw)
    return body === undefined ? payload : Readable.from([body])
  })
  app.addHook('preValidation', async (request, reply) => {
    if (request.method !== 'POST' || !isPlainObject(request.body)) return
    const { _method: wanted, ...body } = request.body
    if (typeof wanted !== 'string' || !OVERRIDES.has(wanted.toUpperCase())) return
    if (Object.values(body).some((value) => value instanceof UploadedFile || value instanceof StreamedFile)) return
    const text = JSON.stringify(body)
    reborn.set(request.raw, text)
    request.raw.method = wanted.toUpperCase()
    request.raw.headers['content-type'] = 'application/json'
    request.raw.headers['content-length'] = String(Buffer.byteLength(text))
    reply.hijack()
    app.routing(request.raw, reply.raw)
  })
}
