import { defineFeature } from '../../../platform/feature.js'
import { packDueChunks } from './pack-chunks.js'
import { routes } from './routes.js'
import { topics } from './topics.js'
import { removeOld, trimRecordings } from './trim-recordings.js'

export const recordings = defineFeature({
  routes,
  topics,
  jobs: [trimRecordings],
  cron: [
    { name: 'recordings.pack', at: '* * * * *', run: packDueChunks },
    { name: 'recordings.remove-old', at: '41 * * * *', run: removeOld },
  ],
})
