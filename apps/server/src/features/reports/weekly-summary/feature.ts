import { defineFeature } from '../../../platform/feature.js'
import { mailWeeklySummary, summarizeWeek, summarizeWeeks } from './summarize-week.js'

/** An email with the numbers of the last week, for users who want it. */
export const weeklySummary = defineFeature({
  jobs: [summarizeWeek, mailWeeklySummary],
  cron: [{ name: 'weekly-summary.summarize-weeks', at: '7 * * * *', run: summarizeWeeks }],
})
