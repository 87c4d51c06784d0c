import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'vite'

const root = dirname(fileURLToPath(import.meta.url))

/** A part of ours is one file. What Vite puts around an import, to fetch style sheets along with it, would be the largest of all parts. */
const bareImports = {
  name: 'bare-imports',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined),
}

const outDir = join(root, 'dist')

/** The launcher as one script, and the frame app with hashed assets, both below `dist`. */
export async function buildWidget({ watch = false, logLevel = 'warn' } = {}) {
  const shared = {
    configFile: false,
    logLevel,
    publicDir: false,
    resolve: { conditions: ['source', 'module', 'browser', 'import', 'default'] },
  }
  const watching = watch ? {} : null
  if (!watch) await rm(outDir, { recursive: true, force: true })

  await build({
    ...shared,
    root,
    build: {
      outDir,
      emptyOutDir: false,
      watch: watching,
      target: 'es2020',
      lib: {
        entry: join(root, 'src/launcher/index.ts'),
        formats: ['iife'],
        name: 'PapercupsLauncher',
        fileName: () => 'widget.js',
      },
    },
  })
  await build({
    ...shared,
    root: join(root, 'src/frame'),
    base: '/widget/',
    plugins: [bareImports],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: join(outDir, 'frame'),
      emptyOutDir: true,
      watch: watching,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: false,
    },
  })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { watch: { type: 'boolean' } } })
  await buildWidget({ watch: values.watch, logLevel: 'info' })
}
