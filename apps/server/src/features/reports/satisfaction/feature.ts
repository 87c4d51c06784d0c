import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

/** How customers rated the conversations of an account. */
export const satisfaction = defineFeature({ routes })
