import type { Platform } from '../../../platform/platform.js'
import { createRunnerPool, type RunnerPool } from './runner/runner-pool.js'

const pools = new WeakMap<Platform, RunnerPool>()

/** The processes in which the functions of this server run. The worker closes them. */
export function runnersOf(platform: Platform): RunnerPool {
  const pool = pools.get(platform) ?? createRunnerPool()
  pools.set(platform, pool)
  return pool
}
