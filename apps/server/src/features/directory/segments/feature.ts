import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'
import { tellTeam } from './tell-team.js'

/** Filters over customers that the team has given a name. Whom they let through: features/directory/customer-directory. */
export const segments = defineFeature({
  routes,
  on: { 'segment:created': [tellTeam], 'segment:updated': [tellTeam], 'segment:deleted': [tellTeam] },
})
