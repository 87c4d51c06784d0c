import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // Upper bounds, far above what is needed, because the machine may be busy. No test waits for a fixed time.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  // A scenario that needs the second attempt is reported as flaky (scripts/tally.mjs), with the trace of that attempt.
  retries: 1,
  use: {
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      // Chromium has no sandbox as root, as in a container. Nothing may send requests to the internet.
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
