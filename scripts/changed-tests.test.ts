import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findAffectedTests } from './changed-tests.mjs'
import { readSources } from './import-direction.mjs'

const TAGS = 'apps/server/src/features/inbox/tags'
const LISTS = 'apps/server/src/features/inbox/lists'
const USERS = 'apps/server/src/features/team/users'
const STORY = `import { story } from '../../../../test/story.js'`

const TREE = {
  'apps/server/src/app.ts': `import { tags } from './features/inbox/tags/feature.js'
    import { users } from './features/team/users/feature.js'`,
  'apps/server/test/story.ts': `import '../src/app.js'\nimport '../src/features/inbox/tags/queries.js'`,
  'apps/server/test/sweeps/sweep.test.ts': `import { story } from '../story.js'`,
  [`${TAGS}/feature.ts`]: `import { tagEndpoints } from '@papercups/contract'\nimport './queries.js'`,
  [`${TAGS}/queries.ts`]: '',
  [`${TAGS}/tags.test.ts`]: STORY,
  [`${LISTS}/list.ts`]: `import { getTag } from '../tags/queries.js'`,
  [`${LISTS}/lists.test.ts`]: STORY,
  [`${USERS}/feature.ts`]: `import { userEndpoints } from '@papercups/contract'`,
  [`${USERS}/users.test.ts`]: STORY,
  'packages/contract/src/index.ts': `export * from './endpoints.js'`,
  'packages/contract/src/endpoints.ts': `export * from './tags.js'\nexport * from './users.js'`,
  'packages/contract/src/tags.ts': 'export const tagEndpoints = {}',
  'packages/contract/src/users.ts': 'export const userEndpoints = {}',
}

function affectedBy(...changed: string[]) {
  const root = mkdtempSync(join(tmpdir(), 'papercups-changed-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(TREE)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return findAffectedTests(readSources(root), changed)
}

test('a change affects the tests of its folder and of the folders that import it', () => {
  expect(affectedBy(`${TAGS}/feature.ts`)).toEqual([`${TAGS}/tags.test.ts`])
  expect(affectedBy(`${TAGS}/queries.ts`)).toEqual([`${LISTS}/lists.test.ts`, `${TAGS}/tags.test.ts`])
})

test('a change of a test affects only this test', () => {
  expect(affectedBy(`${USERS}/users.test.ts`)).toEqual([`${USERS}/users.test.ts`])
})

test('a change in a package affects those that import its names', () => {
  expect(affectedBy('packages/contract/src/tags.ts')).toEqual([`${TAGS}/tags.test.ts`])
})

test('a change of the test harness affects every test that uses it', () => {
  expect(affectedBy('apps/server/test/story.ts')).toEqual([
    `${LISTS}/lists.test.ts`,
    `${TAGS}/tags.test.ts`,
    `${USERS}/users.test.ts`,
    'apps/server/test/sweeps/sweep.test.ts',
  ])
})
