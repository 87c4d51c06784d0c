import type { hash as hashFully, verify as verifyFully } from '@node-rs/argon2'
import { createRequire } from 'node:module'

// vitest.config.ts replaces @node-rs/argon2 with this file. require() still finds the package itself.
const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as {
  hash: typeof hashFully
  verify: typeof verifyFully
}

/** The real hash at its lowest cost: the usual one takes 34 ms, and tests register thousands of users. */
export const hash = (password: string) => argon2.hash(password, { memoryCost: 8, timeCost: 1 })

export const { verify } = argon2
