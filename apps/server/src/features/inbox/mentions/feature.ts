import { defineFeature } from '../../../platform/feature.js'
import { mailMention, mailMentionsLater } from './mail-mention.js'
import { tellMentioned } from './tell-mentioned.js'

export const mentions = defineFeature({
  jobs: [mailMention],
  on: { 'mention:created': [tellMentioned] },
  later: { 'mention:created': [mailMentionsLater] },
})
