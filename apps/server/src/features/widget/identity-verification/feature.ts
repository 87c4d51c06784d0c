import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

/** Lets the site's own server prove who a visitor is. */
export const identityVerification = defineFeature({ routes })
