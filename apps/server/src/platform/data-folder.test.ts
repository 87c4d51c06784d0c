import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { protectDataFolder } from './data-folder.js'
import { createLog } from './log.js'

const log = createLog('silent')

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'papercups-folder-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

test('creates DATA_DIR for its owner only', async () => {
  const data_dir = join(await newFolder(), 'new', 'data')
  await protectDataFolder(data_dir, log)
  expect(await modeOf(data_dir)).toBe('700')
})

test('closes a DATA_DIR of an earlier release that others can read', async () => {
  const data_dir = await newFolder()
  await mkdir(join(data_dir, 'files'))
  await writeFile(join(data_dir, 'secret-key'), 'x')
  await chmod(data_dir, 0o755)
  await protectDataFolder(data_dir, log)
  expect(await modeOf(data_dir)).toBe('700')
})

test('leaves a folder with other content alone', async () => {
  const data_dir = await newFolder()
  await writeFile(join(data_dir, 'somebody-elses'), 'x')
  await chmod(data_dir, 0o755)
  await protectDataFolder(data_dir, log)
  expect(await modeOf(data_dir)).toBe('755')
})

test('starts although DATA_DIR cannot be created', async () => {
  const file = join(await newFolder(), 'file')
  await writeFile(file, 'x')
  await expect(protectDataFolder(join(file, 'data'), log)).resolves.toBeUndefined()
})
