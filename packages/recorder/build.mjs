import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { trimRrweb } from './trim-rrweb.mjs'

const root = dirname(fileURLToPath(import.meta.url))
const shared = {
  cwd: root,
  platform: 'browser',
  resolve: { conditionNames: ['source', 'import', 'default'] },
  plugins: [trimRrweb],
}

/**
 * A classic script shares its names with the page, so it gets a scope of its own. In a script of another origin a relative
 * import has no base, so it gets the script's URL.
 */
const classicScript = {
  name: 'classic-script',
  generateBundle(_, bundle) {
    const script = Object.values(bundle).find(({ isEntry }) => isEntry)
    const code = script.code.replace(/import\((`[^`]+`|"[^"]+"|'[^']+')\)/, 'import(new URL($1,scriptUrl))')
    if (code === script.code) throw new Error('The script loads no part.')
    script.code = `(()=>{const scriptUrl=document.currentScript?.src;${code}})()`
  },
}

await rm(join(root, 'dist/script'), { recursive: true, force: true })
// The package. Types are written by tsc.
await build({
  ...shared,
  input: 'src/index.ts',
  output: { dir: 'dist', format: 'esm', chunkFileNames: '[name].js', entryFileNames: 'index.js' },
})
// The script, and the parts that it loads.
await build({
  ...shared,
  input: { storytime: 'src/script.ts' },
  plugins: [trimRrweb, classicScript],
  output: {
    dir: 'dist/script',
    format: 'esm',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'storytime/[name]-[hash].js',
  },
})
