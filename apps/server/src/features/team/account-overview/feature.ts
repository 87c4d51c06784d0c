import { defineFeature } from '../../../platform/feature.js'
import { deleteFiles } from './delete-account.js'
import { routes } from './routes.js'

export const accountOverview = defineFeature({ routes, jobs: [deleteFiles] })
