import { dirname, join, relative } from 'node:path'
import { ROOT } from './steps.mjs'

const DIST = join(ROOT, 'apps/server/dist')
const BUNDLE = join(DIST, 'bundle.js')
/** They consist of hundreds of small modules, and reading them was most of the server's start. */
const BUNDLED = /^(typebox|kysely|jose|@papercups)(\/|$)/
const isPackage = (id) => /^[@\w]/.test(id)

/** Joins the modules of the server into one file. Other packages stay where they are installed. */
export async function bundleServer() {
  const { rolldown } = await import('rolldown') // comes with the dependencies
  const bundle = await rolldown({
    input: join(DIST, 'main.js'),
    platform: 'node',
    external: (id) => isPackage(id) && !BUNDLED.test(id),
    plugins: [keepUrls],
  })
  await bundle.write({ file: BUNDLE, codeSplitting: false })
  await bundle.close()
}

/** Modules find their files by import.meta.url, which must stay the URL of the module. */
const keepUrls = {
  name: 'keep-urls',
  transform: {
    filter: { code: 'import.meta.url' },
    handler(code, id) {
      const path = JSON.stringify(`./${relative(dirname(BUNDLE), id)}`)
      return { code: code.replaceAll('import.meta.url', `new URL(${path}, import.meta.url).href`) }
    },
  },
}
