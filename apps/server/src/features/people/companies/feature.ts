import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'
import { tellTeam } from './tell-team.js'

export const companies = defineFeature({
  routes,
  on: { 'company:created': [tellTeam], 'company:updated': [tellTeam], 'company:deleted': [tellTeam] },
})
