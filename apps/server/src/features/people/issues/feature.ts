import { defineFeature } from '../../../platform/feature.js'
import { routes } from './routes.js'
import { tellCustomersAgents, tellTeam } from './tell-team.js'
import { topics } from './topics.js'

export const issues = defineFeature({
  routes,
  topics,
  on: {
    'issue:created': [tellTeam],
    'issue:updated': [tellTeam],
    'issue:deleted': [tellTeam],
    'issue:linked': [tellTeam, tellCustomersAgents],
    'issue:unlinked': [tellTeam],
  },
})
