import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

/** The team's list of customers (found by ../customer-search) and the profile of each. */
export const customerDirectory = defineFeature({ routes })
