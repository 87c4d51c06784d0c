import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

/** Who a visitor is, proven by the site's own server instead of claimed by a browser. */
export const identityVerification = defineFeature({ routes })
