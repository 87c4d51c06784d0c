import { fileURLToPath } from 'node:url'
import { defaultExclude, defineConfig, defineProject, mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Our own packages are taken from their sources, so tests need no build. The condition also reaches Node's loader, where
// `import` or `module` would hand ES modules to packages that require() each other.
const conditions = ['source']

/** Tests that take the longest start first. Otherwise one of them runs alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) =>
      /e2e\/commands\/|test\/(sweeps|faults|soak|attacks)\/|platform\/postgres\//.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

const SERVER = ['apps/server/{src,test}/**/*.test.ts', 'e2e/commands/*.test.ts']

const shared = defineProject({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The files of a worker share its modules: loading the server took longer than most tests of it.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    // One second is too short for a machine that runs other tests beside this one.
    expect: { poll: { timeout: 15_000 } },
  },
})

export default defineConfig({
  test: {
    // Many tests wait for another process most of the time; by itself it would take one worker for two cores.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      mergeConfig(
        shared,
        defineProject({
          test: {
            name: 'server',
            include: SERVER,
            alias: { '@node-rs/argon2': fileURLToPath(new URL('apps/server/test/quick-argon2.ts', import.meta.url)) },
            globalSetup: ['apps/server/test/global-setup.ts'],
            setupFiles: ['apps/server/test/after-file.ts'],
          },
        }),
      ),
      mergeConfig(
        shared,
        defineProject({
          test: {
            name: 'units',
            include: ['{apps,packages}/*/{src,test}/**/*.test.{ts,tsx}', 'e2e/**/*.test.ts', 'scripts/**/*.test.ts'],
            exclude: [...defaultExclude, ...SERVER],
          },
        }),
      ),
    ],
  },
})
