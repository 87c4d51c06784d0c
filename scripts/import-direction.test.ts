import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findViolations } from './import-direction.mjs'

const SERVER = 'apps/server/src'
const DASHBOARD = 'apps/dashboard/src'

/** A small tree: each file by its path, with its text. */
function violationsOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'papercups-imports-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return findViolations(root)
}

const against = (file: string, text: string, target?: string) =>
  violationsOf({
    [file]: text,
    ...(target ? { [target]: 'export const value = 1\nexport type Shape = number\n' } : {}),
  })

test.each([
  [
    'platform knows neither',
    `${SERVER}/platform/a.ts`,
    `import { value } from '../features/inbox/x/b.js'`,
    `${SERVER}/features/inbox/x/b.ts`,
  ],
  [
    'platform knows neither',
    `${SERVER}/platform/a.ts`,
    `import type { Shape } from '../integrations/x/b.js'`,
    `${SERVER}/integrations/x/b.ts`,
  ],
  ['platform knows neither', `${SERVER}/platform/a.ts`, `export * from '../app.js'`, `${SERVER}/app.ts`],
  [
    'a feature knows no integration',
    `${SERVER}/features/inbox/x/a.ts`,
    `import { value } from '../../../integrations/y/b.js'`,
    `${SERVER}/integrations/y/b.ts`,
  ],
  [
    'a feature knows no integration',
    `${SERVER}/features/inbox/x/a.ts`,
    `import { value } from '../../../app.js'`,
    `${SERVER}/app.ts`,
  ],
  [
    'features import only groups before their own',
    `${SERVER}/features/team/x/a.ts`,
    `import { value } from '../../inbox/y/b.js'`,
    `${SERVER}/features/inbox/y/b.ts`,
  ],
  ['every feature is in a group', `${SERVER}/features/other/x/a.ts`, `import 'node:fs'`],
  [
    'not its routes',
    `${SERVER}/features/inbox/x/a.ts`,
    `import { value } from '../y/routes.js'`,
    `${SERVER}/features/inbox/y/routes.ts`,
  ],
  [
    'an integration knows no other',
    `${SERVER}/integrations/x/a.ts`,
    `await import('../y/b.js')`,
    `${SERVER}/integrations/y/b.ts`,
  ],
  [
    'reach the database',
    `${SERVER}/features/inbox/x/a.ts`,
    `import { value } from '../../../platform/database/b.js'`,
    `${SERVER}/platform/database/b.ts`,
  ],
  ['reach the database', `${SERVER}/features/inbox/x/a.ts`, `import pg from 'pg'`],
  ['reach the database', `${SERVER}/features/inbox/x/a.ts`, `import { sql, Kysely } from 'kysely'`],
  ['reach the database', `${SERVER}/features/inbox/x/a.ts`, `import * as everything from 'kysely'`],
  [
    'is for tests',
    `${SERVER}/features/inbox/x/a.ts`,
    `import { value } from '../../../../test/story.js'`,
    'apps/server/test/story.ts',
  ],
  [
    'a dashboard feature uses',
    `${DASHBOARD}/features/x/a.tsx`,
    `import { value } from '../y/b.js'`,
    `${DASHBOARD}/features/y/b.tsx`,
  ],
  [
    'a dashboard feature uses',
    `${DASHBOARD}/features/x/a.tsx`,
    `import { value } from '../../app/b.js'`,
    `${DASHBOARD}/app/b.tsx`,
  ],
  [
    'entities, ui and lib of the dashboard',
    `${DASHBOARD}/ui/a.tsx`,
    `import { value } from '../features/y/b.js'`,
    `${DASHBOARD}/features/y/b.tsx`,
  ],
  [
    'know no entity',
    `${DASHBOARD}/ui/a.tsx`,
    `import { value } from '../entities/tag/b.js'`,
    `${DASHBOARD}/entities/tag/b.tsx`,
  ],
  ['takes only types', `${DASHBOARD}/lib/a.ts`, `import { Message } from '@papercups/contract'`],
  ['takes only types', 'apps/widget/src/a.ts', `import '@papercups/contract'`],
  ['takes only types', 'apps/widget/src/a.ts', `import { type Message, other } from '@papercups/contract'`],
  ['only types of the contract', 'packages/client-core/src/a.ts', `import { Message } from '@papercups/contract'`],
  ['only types of the contract', 'packages/client-core/src/a.ts', `import { openSocket } from '@papercups/wire'`],
  ['does not import client-core', `${SERVER}/platform/a.ts`, `import { randomId } from '@papercups/client-core'`],
  ['the SDK imports nothing', 'packages/sdk/src/a.ts', `import type { Message } from '@papercups/contract'`],
  ['only TypeBox', 'packages/contract/src/a.ts', `import { x } from 'fastify'`],
  [
    'only through its package name',
    'apps/widget/src/a.ts',
    `import { value } from '../../server/src/b.js'`,
    `${SERVER}/b.ts`,
  ],
  ['no app another app', 'apps/widget/src/a.ts', `import { value } from '@papercups/server'`],
  ['names a file that exists', 'packages/wire/src/a.ts', `import { value } from './b'`, 'packages/wire/src/b.ts'],
  ['names a file that exists', 'packages/wire/src/a.ts', `import { value } from './gone.js'`],
])('%s: %s says %s', (sentence, file, text, target?: string) => {
  const found = against(file, text, target)

  expect(found).toHaveLength(1)
  expect(found[0]).toContain(sentence)
  expect(found[0]).toMatch(new RegExp(`^${file}: `))
})

test.each([
  [
    `${SERVER}/features/inbox/x/unscoped.ts`,
    `import { value } from '../../../platform/database/b.js'`,
    `${SERVER}/platform/database/b.ts`,
  ],
  [`${SERVER}/platform/a.ts`, `import pg from 'pg'`],
  ['apps/server/test/story.ts', `import pg from 'pg'`],
  [`${SERVER}/features/inbox/x/a.test.ts`, `import pg from 'pg'`],
  [`${SERVER}/features/inbox/x/a.ts`, `import type { Pool } from 'pg'`],
  [`${SERVER}/features/inbox/x/a.ts`, `import { sql, type Kysely } from 'kysely'`],
  [
    `${SERVER}/features/inbox/x/a.ts`,
    `import { value } from '../../../platform/database/statement.js'`,
    `${SERVER}/platform/database/statement.ts`,
  ],
  [`${SERVER}/features/inbox/x/a.ts`, `import { value } from '../y/b.js'`, `${SERVER}/features/inbox/y/b.ts`],
  [`${SERVER}/features/inbox/x/a.ts`, `import { value } from '../../team/y/b.js'`, `${SERVER}/features/team/y/b.ts`],
  [
    `${SERVER}/features/inbox/x/a.test.ts`,
    `import { value } from '../../../../test/story.js'`,
    'apps/server/test/story.ts',
  ],
  [
    `${SERVER}/integrations/x/a.ts`,
    `import { value } from '../../features/inbox/y/b.js'`,
    `${SERVER}/features/inbox/y/b.ts`,
  ],
  [`${DASHBOARD}/features/x/a.tsx`, `import { value } from '../../ui/b.js'`, `${DASHBOARD}/ui/b.tsx`],
  [
    `${DASHBOARD}/features/x/a.tsx`,
    `import { value } from '../../entities/tag/b.js'`,
    `${DASHBOARD}/entities/tag/b.tsx`,
  ],
  [`${DASHBOARD}/lib/a.ts`, `import type { Message } from '@papercups/contract'`],
  ['packages/contract/src/a.ts', `import { Type } from 'typebox'`],
  ['packages/contract/src/a.ts', `// import pg from 'pg'\nconst text = "import pg from 'pg'"`],
])('allowed: %s says %s', (file, text, target?: string) => {
  expect(against(file, text, target)).toEqual([])
})

test('finds a cycle of values but not of types', () => {
  const a = 'packages/wire/src/a.ts'
  const b = 'packages/wire/src/b.ts'

  expect(violationsOf({ [a]: `import { b } from './b.js'`, [b]: `export { a } from './a.js'` })).toEqual([
    `${a}: imports itself in a circle (${a} → ${b} → ${a})`,
  ])
  expect(violationsOf({ [a]: `import { b } from './b.js'`, [b]: `import type { A } from './a.js'` })).toEqual([])
})

test('finds a cycle of features even without a cycle of files', () => {
  const found = violationsOf({
    [`${SERVER}/features/inbox/messages/a.ts`]: `import { value } from '../conversations/a.js'`,
    [`${SERVER}/features/inbox/conversations/a.ts`]: '',
    [`${SERVER}/features/inbox/conversations/b.ts`]: `import { value } from '../messages/b.js'`,
    [`${SERVER}/features/inbox/messages/b.ts`]: '',
  })

  expect(found).toEqual(['apps/server/src/features: features in a circle (conversations → messages → conversations)'])
})
