import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // Upper bounds, far above what is needed: nothing here waits by the clock, and the machine may be busy.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // A scenario that needs the second attempt is reported as flaky (scripts/tally.mjs), with the trace of that attempt.
  retries: 1,
  use: {
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      // As root, as in a container, Chromium has no sandbox of its own; and nothing here may call out.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
