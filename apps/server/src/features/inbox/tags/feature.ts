import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'
import { tellTeam } from './tell-team.js'

export const tags = defineFeature({
  routes,
  on: { 'tag:created': [tellTeam], 'tag:updated': [tellTeam], 'tag:deleted': [tellTeam] },
})
