import { readFile } from 'node:fs/promises'

const LIST = new URL('../../../../assets/common-passwords.txt', import.meta.url)

let loading: Promise<Set<string>> | undefined

/** Whether it is one of the 10,000 most common passwords, in any case. */
export async function isCommonPassword(password: string) {
  const common = await (loading ??= load())
  return common.has(password.toLowerCase())
}

async function load() {
  const lines = (await readFile(LIST, 'utf8')).split('\n')
  return new Set(lines.filter((line) => line && !line.startsWith('# ')))
}
