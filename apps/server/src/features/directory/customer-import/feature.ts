import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'
import { readFile } from './start-import.js'
import { forgetFile } from './store-import.js'

/** Customers from a CSV file: uploaded, mapped, checked, then imported in the background. */
export const customerImport = defineFeature({ routes, jobs: [readFile, forgetFile] })
