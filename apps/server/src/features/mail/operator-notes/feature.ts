import { defineFeature } from '../../../platform/feature.js'
import { noteToOperator } from './note-to-operator.js'
import { routes } from './routes.js'

/** Notes to those who run the server: by the product in a channel of Slack, and by users as mails. */
export const operatorNotes = defineFeature({ routes, jobs: [noteToOperator] })
