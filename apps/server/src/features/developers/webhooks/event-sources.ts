import type { DomainEvents, WebhookEvent } from '@papercups/contract'
import {
  conversationCreated,
  conversationUpdated,
  customerCreated,
  customerUpdated,
  messageCreated,
  type BuildPayloads,
} from './payloads.js'
import { customerMerged, deleted, issueChanged, noteChanged, ratingChanged, tagChanged } from './record-payloads.js'

/** What webhooks and functions get for each logged event, and how it is built. */
export const EVENT_SOURCES: { [E in keyof DomainEvents]?: { sends: WebhookEvent[]; build: BuildPayloads } } = {
  'message:created': { sends: ['message:created'], build: messageCreated },
  'conversation:created': { sends: ['conversation:created'], build: conversationCreated },
  'conversation:updated': {
    sends: ['conversation:updated', 'conversation:assigned', 'conversation:tagged'],
    build: conversationUpdated,
  },
  'conversation:deleted': {
    sends: ['conversation:deleted'],
    build: deleted({ object: 'conversation', id: 'conversation_id', also: ['customer_id'] }),
  },
  'csat:created': { sends: ['csat:created'], build: ratingChanged },
  'csat:updated': { sends: ['csat:updated'], build: ratingChanged },
  'customer:created': { sends: ['customer:created'], build: customerCreated },
  'customer:visited': { sends: ['customer:created'], build: customerCreated },
  'customer:updated': { sends: ['customer:updated'], build: customerUpdated },
  'customer:deleted': { sends: ['customer:deleted'], build: deleted({ object: 'customer', id: 'customer_id' }) },
  'customer:merged': { sends: ['customer:merged'], build: customerMerged },
  'customer:unmerged': { sends: ['customer:unmerged'], build: customerMerged },
  'note:created': { sends: ['note:created'], build: noteChanged },
  'note:updated': { sends: ['note:updated'], build: noteChanged },
  'note:deleted': {
    sends: ['note:deleted'],
    build: deleted({ object: 'note', id: 'note_id', ordered_with: 'customer_id', also: ['customer_id'] }),
  },
  'tag:created': { sends: ['tag:created'], build: tagChanged },
  'tag:updated': { sends: ['tag:updated'], build: tagChanged },
  'tag:deleted': { sends: ['tag:deleted'], build: deleted({ object: 'tag', id: 'tag_id' }) },
  'issue:created': { sends: ['issue:created'], build: issueChanged },
  'issue:updated': { sends: ['issue:updated'], build: issueChanged },
  'issue:deleted': { sends: ['issue:deleted'], build: deleted({ object: 'issue', id: 'issue_id' }) },
  'issue:linked': { sends: ['issue:linked'], build: issueChanged },
  'issue:unlinked': { sends: ['issue:unlinked'], build: issueChanged },
}
