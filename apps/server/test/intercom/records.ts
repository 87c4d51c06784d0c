import type { Values } from '../json-service.js'

/** Seconds, as Intercom writes times. */
export const secondsOf = (time: string) => Date.parse(time) / 1_000

let last = 1_000

/** A contact with the fields of https://developers.intercom.com/docs/references/rest-api/api.intercom.io/contacts/contact */
export const newContact = (workspace_id: string, fields: Values = {}): Values => ({
  type: 'contact',
  id: `contact-${++last}`,
  workspace_id,
  external_id: null,
  role: 'user',
  email: null,
  phone: null,
  name: null,
  created_at: secondsOf('2024-01-10T08:00:00Z'),
  updated_at: secondsOf('2024-01-11T08:00:00Z'),
  last_seen_at: null,
  custom_attributes: {},
  tags: listOf('tag', []),
  companies: listOf('company', []),
  ...fields,
})

/** A contact names what belongs to it by id. */
export const listOf = (type: string, ids: string[]): Values => ({
  type: 'list',
  data: ids.map((id) => ({ type, id, url: `/${type}/${id}` })),
  url: '/contacts/1',
  total_count: ids.length,
  has_more: false,
})

export const contactAuthor = ({ id, name, email, role }: Values) => ({ type: role, id, name, email })
export const adminAuthor = (email: string, name: string) => ({ type: 'admin', id: '814860', name, email })

export const newPart = (created_at: string, author: Values, body: string | null, more: Values = {}): Values => ({
  type: 'conversation_part',
  id: `part-${++last}`,
  part_type: 'comment',
  body,
  created_at: secondsOf(created_at),
  updated_at: secondsOf(created_at),
  notified_at: secondsOf(created_at),
  assigned_to: null,
  author,
  attachments: [],
  external_id: null,
  redacted: false,
  ...more,
})

/** A conversation as `GET /conversations/{id}` returns it. The contact wrote its first message. */
export function newConversation(contact: Values, created_at: string, body: string, more: Values = {}): Values {
  const { parts = [], tags = [], source, ...rest } = more
  const id = String(++last)
  return {
    type: 'conversation',
    id,
    workspace_id: contact.workspace_id,
    title: null,
    created_at: secondsOf(created_at),
    updated_at: Math.max(secondsOf(created_at), ...parts.map((part: Values) => part.created_at)),
    waiting_since: null,
    snoozed_until: null,
    open: true,
    state: 'open',
    read: false,
    priority: 'not_priority',
    admin_assignee_id: null,
    team_assignee_id: null,
    tags: { type: 'tag.list', tags: tags.map((name: string) => ({ type: 'tag', id: name, name })) },
    contacts: {
      type: 'contact.list',
      contacts: [{ type: 'contact', id: contact.id, external_id: contact.external_id }],
    },
    source: {
      type: 'conversation',
      id: `source-${id}`,
      delivered_as: 'customer_initiated',
      subject: '',
      body,
      author: contactAuthor(contact),
      attachments: [],
      url: null,
      redacted: false,
      ...source,
    },
    statistics: { type: 'conversation_statistics', last_close_at: null },
    conversation_parts: { type: 'conversation_part.list', conversation_parts: parts, total_count: parts.length },
    ...rest,
  }
}
