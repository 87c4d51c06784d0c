import { defineFeature } from '../../../platform/feature.js'
import { deleteFiles } from './delete-files.js'
import { removeUnattached } from './remove-unattached.js'
import { routes } from './routes.js'

export const files = defineFeature({
  routes,
  jobs: [deleteFiles],
  cron: [{ name: 'files.remove-unattached', at: '23 * * * *', run: removeUnattached }],
})
