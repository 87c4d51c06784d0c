import { afterAll } from 'vitest'
import { lasting } from './running.js'

// Where each file is alone in its process.
afterAll(async () => {
  await Promise.all(lasting.splice(0).map((stop) => stop()))
})
