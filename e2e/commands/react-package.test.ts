import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
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

const PAGE = `import { ChatWidget, type ChatWidgetProps } from '@papercups/react'
import { createRoot } from 'react-dom/client'

const props: ChatWidgetProps = { token: 'ACCOUNT', baseUrl: 'https://chat.example.com', primaryColor: '#1890ff' }
// @ts-expect-error -- the package brings its types along
const wrong: ChatWidgetProps = { token: 42 }
console.log(wrong)
createRoot(document.body).render(<ChatWidget {...props} />)
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
