import { defineFeature } from '../../../platform/feature.js'
import { remindTeam, remindTeams } from './remind-team.js'

/** Private notes that remind the team of customers who wait for an answer. */
export const reminders = defineFeature({
  jobs: [remindTeam],
  cron: [{ name: 'reminders.remind-teams', at: '*/30 * * * *', run: remindTeams }],
})
