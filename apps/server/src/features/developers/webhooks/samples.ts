import type { WebhookEvent } from '@papercups/contract'

const ID = '00000000-0000-4000-8000-00000000000'
const account_id = `${ID}0`
const [customer_id, conversation_id, message_id, note_id, tag_id, issue_id, inbox_id, file_id, rating_id] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9,
].map((digit) => `${ID}${digit}`)
const merged_customer_id = '00000000-0000-4000-8000-000000000010'
const created_at = '2026-03-01T09:15:02'
const times = { created_at, updated_at: created_at }

const customer = {
  id: customer_id,
  object: 'customer',
  name: 'Dana',
  email: 'dana@shop.example',
  ...times,
  phone: null,
  external_id: '42',
  profile_photo_url: null,
  company_id: null,
  host: 'shop.example',
  pathname: '/cart',
  current_url: 'https://shop.example/cart',
  browser: 'Firefox',
  os: 'Linux',
  metadata: { plan: 'pro' },
  title: 'Dana',
}

const message = {
  id: message_id,
  object: 'message',
  body: 'Hi there',
  type: 'reply',
  content_type: 'text',
  private: false,
  source: 'chat',
  created_at,
  sent_at: `${created_at}Z`,
  seen_at: null,
  customer_id,
  conversation_id,
  account_id,
  user_id: null,
  metadata: null,
  user: null,
  attachments: [
    {
      id: file_id,
      object: 'file',
      file_url: 'https://papercups.example/files/photo.png',
      content_type: 'image/png',
      filename: 'photo.png',
    },
  ],
  customer,
}

const conversation = {
  id: conversation_id,
  object: 'conversation',
  source: 'chat',
  created_at,
  closed_at: null,
  last_activity_at: '2026-03-01T09:20:00Z',
  status: 'open',
  read: false,
  priority: 'not_priority',
  subject: null,
  account_id,
  customer_id,
  assignee_id: 12,
  inbox_id,
  metadata: null,
}

const assignee = {
  id: 12,
  object: 'user',
  email: 'ada@acme.example',
  created_at,
  disabled_at: null,
  archived_at: null,
  role: 'admin',
  full_name: 'Ada Lovelace',
  display_name: 'Ada',
  profile_photo_url: null,
}

const rating = {
  id: rating_id,
  object: 'rating',
  conversation_id,
  customer_id,
  user_id: 12,
  score: 5,
  comment: 'Fast and friendly',
  source: 'widget',
  asked_at: '2026-03-01T09:10:00Z',
  rated_at: `${created_at}Z`,
  updated_at: `${created_at}Z`,
}

const tag = { id: tag_id, object: 'tag', ...times, name: 'VIP', description: null, color: 'red' }

const note = {
  id: note_id,
  object: 'note',
  body: 'Prefers email',
  content_type: 'text',
  customer_id,
  author_id: 12,
  ...times,
}

const issue = {
  id: issue_id,
  object: 'issue',
  ...times,
  title: 'Dark mode',
  body: null,
  state: 'unstarted',
  github_issue_url: null,
  github_failure: null,
  closed_at: null,
  account_id,
  creator_id: 12,
  assignee_id: null,
}

/** A payload of each event, for tests from the dashboard and for docs/webhooks.md. */
export const samples: Record<WebhookEvent, object> = {
  'message:created': message,
  'conversation:created': { ...conversation, assignee_id: null },
  'conversation:updated': conversation,
  'conversation:assigned': { ...conversation, assignee },
  'conversation:tagged': { ...conversation, tags: [tag] },
  'conversation:deleted': { id: conversation_id, object: 'conversation', deleted: true, customer_id },
  'csat:created': rating,
  'csat:updated': { ...rating, score: 4, updated_at: '2026-03-01T09:20:00Z' },
  'customer:created': customer,
  'customer:updated': customer,
  'customer:deleted': { id: customer_id, object: 'customer', deleted: true },
  'customer:merged': { ...customer, merged_customer_id },
  'customer:unmerged': { ...customer, merged_customer_id },
  'note:created': note,
  'note:updated': note,
  'note:deleted': { id: note_id, object: 'note', deleted: true, customer_id },
  'tag:created': tag,
  'tag:updated': tag,
  'tag:deleted': { id: tag_id, object: 'tag', deleted: true },
  'issue:created': issue,
  'issue:updated': { ...issue, state: 'in_progress' },
  'issue:deleted': { id: issue_id, object: 'issue', deleted: true },
  'issue:linked': { ...issue, customer_id },
  'issue:unlinked': { ...issue, customer_id },
}
