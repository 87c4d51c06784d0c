import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'

/** The list of customers as a CSV file. */
export const customerExport = defineFeature({ routes })
