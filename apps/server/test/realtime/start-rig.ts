import { onTestFinished } from 'vitest'
import type { RealtimeOptions } from '../../src/platform/realtime/realtime.js'
import { RawClient, startRealtime } from './rig.js'

/** A realtime server for one test, stopped at its end. */
export async function startRig(options: Partial<RealtimeOptions> = {}) {
  const rig = await startRealtime({ ...options, limits: { drain_ms: 500, ...options.limits } })
  onTestFinished(rig.stop)
  return { ...rig, dial: (as: ConstructorParameters<typeof RawClient>[1] = {}) => new RawClient(rig.url, as).opened() }
}
