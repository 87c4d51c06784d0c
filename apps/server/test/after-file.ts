import { afterAll } from 'vitest'
import { running } from './running.js'

// A setup file runs for each test file. A shared module would run only once.
afterAll(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()))
})
