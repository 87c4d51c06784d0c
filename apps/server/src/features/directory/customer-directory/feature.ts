import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

/** The team's list of customers, and each of them with all that stands around them. */
export const customerDirectory = defineFeature({ routes })
