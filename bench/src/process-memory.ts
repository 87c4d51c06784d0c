import { readdir, readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'

/** Resident megabytes of the process, with shared pages. */
export const residentMemory = async (pid: number) => (await readRollup(pid)).Rss

/** Megabytes of all PostgreSQL processes of this folder. A shared page counts once (PSS). */
export async function databaseMemory(data_dir: string) {
  const cluster = await realpath(join(data_dir, 'postgres/cluster'))
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parts = await Promise.all(
    pids.map(async (pid) => {
      const folder = await realpath(`/proc/${pid}/cwd`).catch(() => '')
      // It has ended meanwhile.
      return folder === cluster ? (await readRollup(pid).catch(() => ({ Pss: 0 }))).Pss : 0
    }),
  )
  return parts.reduce((sum, part) => sum + part, 0)
}

async function readRollup(pid: number) {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => {
    throw new Error('This figure reads /proc/PID/smaps_rollup, which only Linux has.')
  })
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1])
  return { Rss: (kilobytes('Rss') * 1_024) / 1_000_000, Pss: (kilobytes('Pss') * 1_024) / 1_000_000 }
}
