import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'
import { tellTeam } from './tell-team.js'

export const notes = defineFeature({
  routes,
  on: { 'note:created': [tellTeam], 'note:updated': [tellTeam], 'note:deleted': [tellTeam] },
})
