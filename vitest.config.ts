import { defaultExclude, defineConfig, defineProject, mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Our own packages are taken from their sources, so tests need no build. What stands here also reaches Node's loader,
// where `import` or `module` would hand ES modules to packages that require() each other.
const conditions = ['source']

/** What takes minutes begins first, or everything else is done and two cores wait for one of these. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) => /e2e\/commands\/|test\/(sweeps|faults|soak)\//.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

const STORIES = 'apps/server/src/features/**/*.test.ts'

const shared = defineProject({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    // One second is too short for a machine that runs other tests beside this one.
    expect: { poll: { timeout: 15_000 } },
  },
})

export default defineConfig({
  test: {
    globalSetup: ['apps/server/test/global-setup.ts'],
    // Many stories wait for another process most of the time; by itself it would take one worker for two cores.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      mergeConfig(
        shared,
        defineProject({
          test: {
            name: 'stories',
            include: [STORIES],
            // The features share what they import, and a server: to load and start it for each file took longer than its tests.
            isolate: false,
            setupFiles: ['apps/server/test/after-file.ts'],
          },
        }),
      ),
      mergeConfig(
        shared,
        defineProject({
          test: {
            name: 'others',
            include: ['{apps,packages}/*/{src,test}/**/*.test.{ts,tsx}', 'e2e/**/*.test.ts', 'scripts/**/*.test.ts'],
            exclude: [...defaultExclude, STORIES],
            setupFiles: ['apps/server/test/after-file.ts', 'apps/server/test/after-all.ts'],
          },
        }),
      ),
    ],
  },
})
