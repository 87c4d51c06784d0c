import { afterAll, afterEach } from 'vitest'
import { checkLoggedErrors } from './logged-errors.js'
import { running } from './running.js'

// A setup file runs for each test file. A shared module would run only once.
afterEach(checkLoggedErrors)

afterAll(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()))
  await checkLoggedErrors()
})
