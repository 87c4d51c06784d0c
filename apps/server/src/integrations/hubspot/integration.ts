import { defineFeature } from '../../platform/feature.js'
import { hubspotService } from './hubspot-service.js'
import { routes } from './routes.js'

/** Look-up and creation of contacts in HubSpot. */
export const hubspot = defineFeature({ routes, jobs: [hubspotService.mailFailing] })
