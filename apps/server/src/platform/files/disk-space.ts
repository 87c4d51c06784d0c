import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { HttpError } from '../errors.js'

const MB = 1_000_000

export const outOfSpace = () =>
  new HttpError(507, 'The server is low on disk space and takes no more files. Ask its operator to free some.')

/** Whether the disk below a folder has less free space than the operator wants to keep for the database. */
export async function isDiskLow(folder: string, min_free_mb: number): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize < min_free_mb * MB
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error
    return isDiskLow(dirname(folder), min_free_mb)
  }
}

export const isOutOfSpace = (error: unknown) => /^(ENOSPC|EDQUOT)$/.test((error as { code?: string }).code ?? '')
