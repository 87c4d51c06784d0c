import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import type { Log } from './log.js'

const OTHERS = 0o077
const OURS = /^(files|mailbox|postgres(\.new-.*)?|secret-key(\..*)?|lost\+found)$/

/**
 * Makes DATA_DIR readable for the server's user only. A folder that also holds other things is left alone: closing
 * `/tmp` or `/srv` would break the rest of the machine.
 */
export async function protectDataFolder(data_dir: string, log: Log) {
  // The folder is optional when nothing is stored on this machine. Code that needs it reports the error.
  await mkdir(data_dir, { recursive: true, mode: 0o700 }).catch(() => undefined)
  const folder = await stat(data_dir).catch(() => undefined)
  if (!folder || (folder.mode & OTHERS) === 0) return
  try {
    const foreign = (await readdir(data_dir)).find((name) => !OURS.test(name))
    if (foreign) throw new Error(`it also holds "${foreign}"`)
    await chmod(data_dir, 0o700)
  } catch (error) {
    log.warn({ data_dir, reason: (error as Error).message }, 'Other users of this machine can read DATA_DIR')
  }
}
