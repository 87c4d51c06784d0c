import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const TYPES = { 18: '18.3.8', 19: '19.3.0' }
const REACT = { 18: '18.3.1', 19: '19.3.1' }

let folder = ''
let tarball = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'papercups-react-package-'))
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(ROOT, 'packages/react'),
  })
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  tarball = join(folder, filename)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const PAGE = `import { ChatWidget, ChatWindow, type ChatWidgetProps } from '@papercups/react'
import { createRoot } from 'react-dom/client'

const props: ChatWidgetProps = { token: 'ACCOUNT', baseUrl: 'https://chat.example.com', primaryColor: '#1890ff' }
// @ts-expect-error -- the package brings its types along
const wrong: ChatWidgetProps = { token: 42 }
console.log(wrong)
createRoot(document.body).render(<ChatWidget {...props} />)
// As sites have it that were written for the published package.
export const widget = (
  <ChatWidget
    {...props}
    setDefaultTitle={(settings) => \`Chat with \${settings.account?.company_name}\`}
    onMessageSent={(message) => console.log(message.body.length, message.user?.email)}
  />
)
export const panel = <ChatWindow {...props} popUpInitialMessage customIconUrl="/i.png" hideOutsideWorkingHours />
`

const SETTINGS = {
  compilerOptions: { strict: true, noEmit: true, jsx: 'react-jsx', module: 'esnext', moduleResolution: 'bundler' },
  files: ['page.tsx'],
}

test.each([18, 19] as const)('a Vite app with React %i builds with the packed package', async (version) => {
  const app = await mkdtemp(join(folder, `react-${version}-`))
  await writeFile(join(app, 'package.json'), '{ "private": true, "type": "module" }')
  await writeFile(join(app, 'index.html'), '<script type="module" src="/page.tsx"></script>')
  await writeFile(join(app, 'page.tsx'), PAGE)
  await writeFile(join(app, 'tsconfig.json'), JSON.stringify(SETTINGS))
  const packages = [`react@${REACT[version]}`, `react-dom@${REACT[version]}`]
  const types = [`@types/react@${TYPES[version]}`, `@types/react-dom@${version}`]
  await run('npm', ['install', '--no-audit', '--no-fund', ...packages, ...types, tarball], { cwd: app })

  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', app])
  const result = await build({ root: app, configFile: false, logLevel: 'error', build: { write: false } })

  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error('nothing was built')
  const code = output.output.map((part) => ('code' in part ? part.code : '')).join('')
  expect(code).toContain('/widget.js')
})

test('tools of the time of React 16 can load the packed package', async () => {
  const app = await mkdtemp(join(folder, 'older-'))
  await writeFile(join(app, 'package.json'), '{ "private": true }')
  await run('npm', ['install', '--no-audit', '--no-fund', 'react@16.14.0', tarball], { cwd: app })
  const installed = join(app, 'node_modules/@papercups/react')

  // They do not know `exports`.
  const { main, module, types } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
    [entry: string]: string
  }
  const load = createRequire(join(app, 'page.js'))
  expect(Object.keys(load(join(installed, String(main))) as object)).toContain('ChatWidget')
  expect(await readFile(join(installed, String(module)), 'utf8')).toContain('ChatWidget')
  expect(await readFile(join(installed, String(types)), 'utf8')).toContain('ChatWidgetProps')
  // Nor syntax that is newer than ES2017.
  const scripts = (await readdir(join(installed, 'dist'))).filter((name) => /\.c?js$/.test(name))
  const code = (await Promise.all(scripts.map((name) => readFile(join(installed, 'dist', name), 'utf8')))).join('\n')
  expect(code).not.toMatch(/\?\.[\w([]|\?\?|\{ ?\.\.\.|catch \{/)
})
