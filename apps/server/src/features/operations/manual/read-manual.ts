import { readdir, readFile } from 'node:fs/promises'

const FOLDER = new URL('../../../../../../docs/', import.meta.url)

let pages: Promise<Map<string, string>> | undefined

/** The texts of docs/ by their names. A request can only name one of these. */
export const readManual = () => (pages ??= readPages())

async function readPages() {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.md')).toSorted()
  const read = names.map(async (name) => [name.slice(0, -3), await readFile(new URL(name, FOLDER), 'utf8')] as const)
  return new Map(await Promise.all(read))
}
