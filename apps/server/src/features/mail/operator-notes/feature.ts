import { defineFeature } from '../../../platform/feature.js'
import { noteToOperator } from './note-to-operator.js'

/** Tells those who run the server about new customers of theirs, in a channel of Slack. */
export const operatorNotes = defineFeature({ jobs: [noteToOperator] })
