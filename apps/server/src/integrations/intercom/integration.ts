import { defineFeature } from '../../platform/feature.js'
import { importPage } from './import/run-import.js'
import { intercomService } from './intercom-service.js'
import { routes } from './routes.js'

/** Look-up and creation of contacts in Intercom, and the move from Intercom. */
export const intercom = defineFeature({ routes, jobs: [intercomService.mailFailing, importPage] })
