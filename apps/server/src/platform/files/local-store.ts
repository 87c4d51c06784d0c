import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDiskLow, isOutOfSpace, outOfSpace } from './disk-space.js'
import { isFileKey } from './file-name.js'
import { RangeNotSatisfiable, type ByteRange, type FileStore } from './file-store.js'

const DAY = 24 * 60 * 60 * 1000
/** Files come many at once, and asking for the free space takes as long as a step of writing. */
const KNOWN_FOR_MS = 100

/** Files on the local disk, spread over 256 folders. */
export function createLocalStore(folder: string, min_free_mb: number): FileStore {
  const pathOf = (key: string) => {
    if (!isFileKey(key)) throw new Error('Not a file key')
    return join(folder, key.slice(0, 2), key)
  }
  const drafts = join(folder, 'drafts')
  let swept: Promise<void> | undefined
  let disk = { is_low: Promise.resolve(false), asked_at: -Infinity }
  const isLow = () => {
    const now = performance.now()
    if (now - disk.asked_at > KNOWN_FOR_MS) disk = { is_low: isDiskLow(folder, min_free_mb), asked_at: now }
    return disk.is_low
  }

  return {
    async put(key, content) {
      const path = pathOf(key)
      if (await isLow()) throw outOfSpace()
      const draft = join(drafts, randomBytes(12).toString('hex'))
      try {
        await (swept ??= sweep(drafts))
        // Written as a draft and renamed, so that no reader and no crash sees half a file.
        const options = { flags: 'wx', mode: 0o600, flush: true }
        if (content instanceof Readable) await pipeline(content, createWriteStream(draft, options))
        else await writeFile(draft, content, { ...options, flag: 'wx' })
        await rename(draft, path).catch(async (error: NodeJS.ErrnoException) => {
          // The first file of its folder.
          if (error.code !== 'ENOENT') throw error
          await mkdir(dirname(path), { recursive: true })
          await rename(draft, path)
        })
      } catch (error) {
        // A full disk may have prevented creating the drafts folder: try again with the next file.
        swept = undefined
        await rm(draft, { force: true })
        throw isOutOfSpace(error) ? outOfSpace() : error
      }
    },

    async get(key, range) {
      const file = await open(pathOf(key)).catch(unlessMissing)
      if (!file) return undefined
      try {
        const { size } = await file.stat()
        const part = range && resolveRange(range, size)
        return {
          stream: size === 0 ? (await file.close(), Readable.from([])) : file.createReadStream(part),
          size,
          range: part,
        }
      } catch (error) {
        await file.close()
        throw error
      }
    },

    async delete(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}

function resolveRange({ start, end }: ByteRange, size: number) {
  const first = start < 0 ? Math.max(0, size + start) : start
  const last = Math.min(start < 0 ? size - 1 : (end ?? size - 1), size - 1)
  if (first >= size || last < first) throw new RangeNotSatisfiable(size)
  return { start: first, end: last }
}

/** Removes drafts that a crash left behind. Younger ones may belong to another process. */
async function sweep(drafts: string) {
  await mkdir(drafts, { recursive: true, mode: 0o700 })
  for (const name of await readdir(drafts)) {
    const path = join(drafts, name)
    const found = await stat(path).catch(unlessMissing)
    if (found && Date.now() - found.mtimeMs > DAY) await rm(path, { force: true })
  }
}

function unlessMissing(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return undefined
  throw error
}
