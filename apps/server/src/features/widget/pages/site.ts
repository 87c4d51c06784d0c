import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** A file in memory, compressed on first request. */
export class SiteFile {
  readonly type: string
  readonly bytes: Buffer
  readonly etag: string
  readonly #squeezed = new Map<string, Buffer>()

  constructor(type: string, bytes: Buffer) {
    this.type = type
    this.bytes = bytes
    this.etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  }

  /** In the best encoding that the browser accepts. */
  inCoding(accepted: string): { coding: string | undefined; bytes: Buffer } {
    const coding = COMPRESSIBLE.test(this.type)
      ? Object.keys(COMPRESSORS).find((name) => accepted.includes(name))
      : undefined
    if (!coding || this.bytes.length < 500) return { coding: undefined, bytes: this.bytes }
    const bytes = this.#squeezed.get(coding) ?? COMPRESSORS[coding]?.(this.bytes) ?? this.bytes
    this.#squeezed.set(coding, bytes)
    return { coding, bytes }
  }
}

const COMPRESSIBLE = /^text\/|json|svg/
const COMPRESSORS: Record<string, (bytes: Buffer) => Buffer> = {
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }),
  gzip: (bytes) => gzipSync(bytes, { level: 9 }),
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mp3': 'audio/mpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wav': 'audio/wav',
  '.woff2': 'font/woff2',
}

const built = (path: string) => fileURLToPath(new URL(`../../../../../../${path}`, import.meta.url))
export const DASHBOARD = built('apps/dashboard/dist')
export const WIDGET = built('apps/widget/dist')
export const RECORDER = built('packages/recorder/dist/script')

/** Every file of the folder: a request can only name one of these. */
export function loadSite(folder: string): Map<string, SiteFile> {
  const files = new Map<string, SiteFile>()
  for (const path of filesBelow(folder)) {
    const file = toSiteFile(path)
    if (file) files.set(relative(folder, path).replaceAll('\\', '/'), file)
  }
  return files
}

function filesBelow(folder: string): string[] {
  try {
    const names = readdirSync(folder).map((name) => join(folder, name))
    return names.flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : [path]))
  } catch {
    return []
  }
}

/** A parallel build may delete a file between listing and reading. */
function toSiteFile(path: string): SiteFile | undefined {
  try {
    return new SiteFile(TYPES[extname(path)] ?? 'application/octet-stream', readFileSync(path))
  } catch {
    return undefined
  }
}
