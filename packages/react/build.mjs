import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

/** For `require`, as in tests with Jest. Tools that do not know `exports`, such as webpack 4, load it by `main`. */
await build({
  cwd: dirname(fileURLToPath(import.meta.url)),
  input: 'dist/index.js',
  external: 'react',
  output: { file: 'dist/index.cjs', format: 'cjs', exports: 'named' },
})
