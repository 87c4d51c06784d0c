import { defineFeature } from '../../platform/feature.js'
import { intercomService } from './intercom-service.js'
import { routes } from './routes.js'

/** Look-up and creation of contacts in Intercom. */
export const intercom = defineFeature({ routes, jobs: [intercomService.mailFailing] })
