import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Papercups } from './server.js'
import { expect } from './story.js'

/** The newest link to one of our pages that was mailed to somebody: its path and query. */
export async function mailedLink({ data_dir }: Papercups, to: string, page: string): Promise<string> {
  const folder = join(data_dir, 'mailbox')
  let link = ''
  await expect
    .poll(async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.json$/.test(name)).sort()
      for (const name of names) {
        const mail = JSON.parse(await readFile(join(folder, name), 'utf8')) as { to: string[]; text: string | null }
        const found =
          mail.to.includes(to) && new RegExp(`https?://[^/\\s]+(/${page}[^\\s]*)`).exec(mail.text ?? '')?.[1]
        if (found) link = found
      }
      return link
    })
    .not.toBe('')
  return link
}
