import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

/** A copy of all data of a customer, for the person themselves. */
export const customerDataExport = defineFeature({ routes })
