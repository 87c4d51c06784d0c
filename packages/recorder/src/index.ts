import { address } from '@papercups/client-core'
import type { StorytimeOptions } from './options.js'
import { begin } from './storytime.js'

export type { CustomerMetadata, StorytimeOptions } from './options.js'

export const Storytime = {
  init: (options: StorytimeOptions) => begin(options, address(options.baseUrl), () => import('./recording/start.js')),
  /** The visitor's answer, for `requireConsent`. */
  consent: (agreed: boolean) => window.Storytime?.consent(agreed),
}
