import { afterAll } from 'vitest'
import { running } from './running.js'

// In a file that runs for each test file, which a module that several of them share does not.
afterAll(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()))
})
