import { defineFeature } from '../../platform/feature.js'
import { pushBadgeLater, pushLater } from './push-later.js'
import { pushToPhones } from './push-to-phones.js'

/** Notifications on the phones of the team, through the push service of Expo, which the mobile app uses. */
export const expo = defineFeature({
  jobs: [pushToPhones],
  gathered: { 'message:created': [pushLater], 'conversation:updated': [pushBadgeLater] },
})
