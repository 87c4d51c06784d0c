import { defineFeature } from '../../../platform/feature.js'
import { mailDueRatings, mailRatingRequest } from './mail-rating-request.js'
import { routes } from './routes.js'

/** Asks customers by mail to rate a closed conversation. */
export const ratingMails = defineFeature({
  routes,
  jobs: [mailRatingRequest],
  cron: [{ name: 'rating-mails.mail-due', at: '* * * * *', run: mailDueRatings }],
})
