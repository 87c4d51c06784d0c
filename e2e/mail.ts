import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Papercups } from './server.js'
import { expect } from './story.js'

interface Mail {
  to: string[]
  subject: string
  text: string | null
  html: string | null
}

/** Oldest first. */
export async function mailsTo({ data_dir }: Papercups, to: string): Promise<Mail[]> {
  const folder = join(data_dir, 'mailbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.json$/.test(name)).sort()
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return mails.map((text) => JSON.parse(text) as Mail).filter((mail) => mail.to.includes(to))
}

/** The path and query of the newest link in an email to this person. */
export async function mailedLink(papercups: Papercups, to: string, page: string): Promise<string> {
  const address = new RegExp(`https?://[^/\\s]+(/${page}[^\\s]*)`)
  let link = ''
  await expect
    .poll(async () => {
      const links = (await mailsTo(papercups, to)).map(({ text }) => address.exec(text ?? '')?.[1])
      link = links.findLast(Boolean) ?? ''
      return link
    })
    .not.toBe('')
  return link
}
