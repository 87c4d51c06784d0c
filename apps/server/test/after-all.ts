import { afterAll } from 'vitest'
import { lasting } from './running.js'

// For test files that run alone in their process.
afterAll(async () => {
  await Promise.all(lasting.splice(0).map((stop) => stop()))
})
