import { defineFeature } from '../../../platform/feature.js'
import { mailMention, mailMentionsLater } from './mail-mention.js'
import { broadcastMention } from './broadcast-mention.js'

export const mentions = defineFeature({
  jobs: [mailMention],
  on: { 'mention:created': [broadcastMention] },
  later: { 'mention:created': [mailMentionsLater] },
})
