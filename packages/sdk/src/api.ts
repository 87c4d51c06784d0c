// Generated from the OpenAPI description of the server. Do not edit: run `npm run generate -w @papercups/sdk`.

import { Caller, path, type CallOptions } from './caller.js'

export interface Company {
  id: string
  object: 'company'
  name: string
  created_at: string
  updated_at: string
  account_id: string
  external_id: string | null
  website_url: string | null
  description: string | null
  logo_image_url: string | null
  industry: string | null
  slack_channel_id: string | null
  slack_channel_name: string | null
  slack_team_id: string | null
  slack_team_name: string | null
  metadata: Record<string, unknown> | null
}

export interface CompanyFilters {
  q?: string | number | null
  after?: string | number | null
  limit?: number | null
}

export interface NewCompany {
  name: string
  external_id?: string | null
  website_url?: string | null
  description?: string | null
  logo_image_url?: string | null
  industry?: string | null
  slack_channel_id?: string | null
  slack_channel_name?: string | null
  slack_team_id?: string | null
  slack_team_name?: string | null
  metadata?: Record<string, unknown> | null
}

export interface CompanyChanges {
  name?: string
  external_id?: string | null
  website_url?: string | null
  description?: string | null
  logo_image_url?: string | null
  industry?: string | null
  slack_channel_id?: string | null
  slack_channel_name?: string | null
  slack_team_id?: string | null
  slack_team_name?: string | null
  metadata?: Record<string, unknown> | null
}

export interface Conversation {
  id: string
  object: 'conversation'
  source: 'chat' | 'slack' | 'mattermost' | 'discord' | 'email' | 'sms' | 'api' | 'sandbox'
  created_at: string
  updated_at: string
  closed_at: string | null
  archived_at: string | null
  snoozed_at: string | null
  snoozed_until: string | null
  last_activity_at: string | null
  status: 'open' | 'closed'
  read: boolean
  priority: 'priority' | 'not_priority'
  subject: string | null
  account_id: string
  customer_id: string
  assignee_id: number | null
  inbox_id: string | null
  metadata: Record<string, unknown> | null
  customer: SavedCustomer | null
  messages: Array<Message>
  has_more?: boolean
  messages_before?: number | null
  tags: Array<Tag>
  mentions: Array<{
    id: string
    object: 'mention'
    account_id: string
    created_at: string
    seen_at: string | null
    conversation_id: string
    message_id: string
    user_id: number
    user: User
  }>
  match?: { message_id: string; seq: number; parts: Array<{ text: string; hit: boolean }> } | null
}

export interface SavedConversation {
  id: string
  object: 'conversation'
  source: 'chat' | 'slack' | 'mattermost' | 'discord' | 'email' | 'sms' | 'api' | 'sandbox'
  created_at: string
  updated_at: string
  closed_at: string | null
  archived_at: string | null
  snoozed_at: string | null
  snoozed_until: string | null
  last_activity_at: string | null
  status: 'open' | 'closed'
  read: boolean
  priority: 'priority' | 'not_priority'
  subject: string | null
  account_id: string
  customer_id: string
  assignee_id: number | null
  inbox_id: string | null
  metadata: Record<string, unknown> | null
}

export interface ConversationFilters {
  status?: string | number | null
  snoozed?: boolean | null
  archived?: boolean | null
  priority?: 'priority' | 'not_priority' | null
  source?: 'chat' | 'slack' | 'mattermost' | 'discord' | 'email' | 'sms' | 'api' | 'sandbox' | null
  customer_id?: string | null
  inbox_id?: string | null
  tag_id?: string | null
  read?: boolean | null
  assignee_id?: string | number | null
  mentioning?: string | number | null
  has_seen_mention?: boolean | null
  q?: string | number | null
  limit?: string | number | null
  after?: string | number | null
  message_limit?: number | null
}

export interface ConversationOptions {
  message_limit?: number | null
}

export interface NewConversation {
  account_id?: string | null
  customer_id?: string | null
  inbox_id?: string | null
  source?: 'chat' | 'slack' | 'mattermost' | 'discord' | 'email' | 'sms' | 'api' | 'sandbox' | null
  subject?: string | null
  metadata?: Record<string, unknown> | null
  assignee_id?: number | null
  priority?: 'priority' | 'not_priority' | null
  status?: 'open' | 'closed' | null
  read?: boolean | null
  message?: {
    body?: string | null
    sent_at?: string | null
    file_ids?: Array<string> | null
    metadata?: Record<string, unknown> | null
    content_type?: string | null
    client_message_id?: string | null
    type?: 'reply' | 'note' | 'bot' | null
    private?: boolean | null
    source?: 'chat' | 'slack' | 'mattermost' | 'discord' | 'email' | 'sms' | 'api' | 'sandbox' | null
    subject?: string | null
    mentioned_user_ids?: Array<number> | null
    email?: { to: Array<string>; cc?: Array<string>; bcc?: Array<string>; subject?: string } | null
  } | null
}

export interface ConversationChanges {
  status?: 'open' | 'closed'
  priority?: 'priority' | 'not_priority'
  read?: boolean
  assignee_id?: number | null
  inbox_id?: string | null
  subject?: string | null
  metadata?: Record<string, unknown> | null
}

export interface Customer {
  id: string
  object: 'customer'
  name: string | null
  email: string | null
  created_at: string
  updated_at: string
  phone: string | null
  external_id: string | null
  profile_photo_url: string | null
  company_id: string | null
  host: string | null
  pathname: string | null
  current_url: string | null
  browser: string | null
  os: string | null
  metadata: Record<string, unknown> | null
  title: string
  first_seen: string
  last_seen_at: string | null
  ip: string | null
  time_zone: string | null
  company?: Company | null
  tags?: Array<Tag>
  notes?: Array<Note>
  conversations?: Array<SavedConversation>
  messages?: Array<ListedMessage>
  issues?: Array<Issue>
}

export interface ListedCustomer {
  id: string
  object: 'customer'
  name: string | null
  email: string | null
  created_at: string
  updated_at: string
  phone: string | null
  external_id: string | null
  profile_photo_url: string | null
  company_id: string | null
  host: string | null
  pathname: string | null
  current_url: string | null
  browser: string | null
  os: string | null
  metadata: Record<string, unknown> | null
  title: string
  first_seen: string
  last_seen_at: string | null
  ip: string | null
  time_zone: string | null
  conversations: Array<SavedConversation>
}

export interface SavedCustomer {
  id: string
  object: 'customer'
  name: string | null
  email: string | null
  created_at: string
  updated_at: string
  phone: string | null
  external_id: string | null
  profile_photo_url: string | null
  company_id: string | null
  host: string | null
  pathname: string | null
  current_url: string | null
  browser: string | null
  os: string | null
  metadata: Record<string, unknown> | null
  title: string
  first_seen: string
  last_seen_at: string | null
  ip: string | null
  time_zone: string | null
}

export interface CustomerFilters {
  q?: string | number | null
  company_id?: string | null
  tag_id?: string | null
  tag_ids?: Array<string> | null
  issue_id?: string | null
  name?: string | number | null
  email?: string | number | null
  phone?: string | number | null
  host?: string | number | null
  browser?: string | number | null
  os?: string | number | null
  time_zone?: string | number | null
  current_url?: string | number | null
  pathname?: string | number | null
  external_id?: string | number | null
  browser_version?: string | number | null
  browser_language?: string | number | null
  include_anonymous?: boolean | null
  segment_id?: string | null
  filter?: string | number | null
  page?: string | number | null
  page_size?: string | number | null
  limit?: string | number | null
  after?: string | number | null
  order?: 'id' | null
}

export interface CustomerOptions {
  expand?: Array<string> | null
}

export interface NewCustomer {
  name?: string | null
  email?: string | null
  phone?: string | null
  external_id?: string | null
  browser?: string | null
  browser_version?: string | null
  browser_language?: string | null
  os?: string | null
  current_url?: string | null
  host?: string | null
  pathname?: string | null
  screen_height?: number | null
  screen_width?: number | null
  lib?: string | null
  time_zone?: string | null
  metadata?: Record<string, unknown> | string | number | boolean | Array<unknown> | null
  profile_photo_url?: string | null
  company_id?: string | null
  first_seen?: string
  last_seen_at?: string
  ip?: string | null
  account_id?: string | null
}

export interface CustomerChanges {
  name?: string | null
  email?: string | null
  phone?: string | null
  external_id?: string | null
  profile_photo_url?: string | null
  company_id?: string | null
  metadata?: Record<string, unknown> | null
  first_seen?: string
  last_seen_at?: string
  browser?: string | null
  browser_version?: string | null
  browser_language?: string | null
  os?: string | null
  ip?: string | null
  host?: string | null
  lib?: string | null
  time_zone?: string | null
  current_url?: string | null
  pathname?: string | null
  screen_height?: number | null
  screen_width?: number | null
}

export interface Issue {
  id: string
  object: 'issue'
  created_at: string
  updated_at: string
  title: string
  body: string | null
  state: 'unstarted' | 'in_progress' | 'in_review' | 'done' | 'closed'
  github_issue_url: string | null
  github_failure: string | null
  closed_at: string | null
  account_id: string
  creator_id: number | null
  assignee_id: number | null
}

export interface IssueFilters {
  q?: string | number | null
  state?: 'unstarted' | 'in_progress' | 'in_review' | 'done' | 'closed' | null
  title?: string | number | null
  github_issue_url?: string | number | null
  customer_id?: string | null
  after?: string | number | null
  order?: 'id' | null
  limit?: number | null
}

export interface NewIssue {
  title: string
  body?: string | null
  state?: 'unstarted' | 'in_progress' | 'in_review' | 'done' | 'closed'
  github_issue_url?: string | null
  assignee_id?: number | null
  finished_at?: string | null
  closed_at?: string | null
}

export interface IssueChanges {
  title?: string
  body?: string | null
  state?: 'unstarted' | 'in_progress' | 'in_review' | 'done' | 'closed'
  github_issue_url?: string | null
  assignee_id?: number | null
  finished_at?: string | null
  closed_at?: string | null
}

export interface Message {
  id: string
  object: 'message'
  body: string | null
  type: 'reply' | 'note' | 'bot'
  content_type: string
  private: boolean
  source: 'chat' | 'slack' | 'mattermost' | 'discord' | 'email' | 'sms' | 'api' | 'sandbox'
  created_at: string
  sent_at: string
  delivered_at: string | null
  seen_at: string | null
  customer_id: string | null
  conversation_id: string
  account_id: string
  user_id: number | null
  metadata: Record<string, unknown> | null
  edited_at: string | null
  edited_by: number | null
  seq: number
  client_message_id: string | null
  user: User | null
  attachments: Array<{
    id: string
    object: 'file'
    file_url: string
    content_type: string
    filename: string
    size: number | null
  }>
  customer?: {
    id: string
    object: 'customer'
    name: string | null
    email: string | null
    created_at: string
    updated_at: string
    phone: string | null
    external_id: string | null
    profile_photo_url: string | null
    company_id: string | null
    host: string | null
    pathname: string | null
    current_url: string | null
    browser: string | null
    os: string | null
    metadata: Record<string, unknown> | null
    title: string
  }
}

export interface ListedMessage {
  id: string
  object: 'message'
  body: string | null
  type: 'reply' | 'note' | 'bot'
  content_type: string
  private: boolean
  source: 'chat' | 'slack' | 'mattermost' | 'discord' | 'email' | 'sms' | 'api' | 'sandbox'
  created_at: string
  sent_at: string
  delivered_at: string | null
  seen_at: string | null
  customer_id: string | null
  conversation_id: string
  account_id: string
  user_id: number | null
  metadata: Record<string, unknown> | null
  edited_at: string | null
  edited_by: number | null
  seq: number
  client_message_id: string | null
}

export interface MessageFilters {
  conversation_id?: string | null
  customer_id?: string | null
  user_id?: number | null
  source?: 'chat' | 'slack' | 'mattermost' | 'discord' | 'email' | 'sms' | 'api' | 'sandbox' | null
  type?: 'reply' | 'note' | 'bot' | null
  private?: boolean | null
  body?: string | number | null
  after?: string | number | null
  after_message_id?: string | null
  limit?: number | null
}

export interface NewMessage {
  body?: string | null
  sent_at?: string | null
  file_ids?: Array<string> | null
  metadata?: Record<string, unknown> | null
  content_type?: string | null
  client_message_id?: string | null
  conversation_id: string
  type?: 'reply' | 'note' | 'bot' | null
  private?: boolean | null
  source?: 'chat' | 'slack' | 'mattermost' | 'discord' | 'email' | 'sms' | 'api' | 'sandbox' | null
  subject?: string | null
  mentioned_user_ids?: Array<number> | null
  email?: { to: Array<string>; cc?: Array<string>; bcc?: Array<string>; subject?: string } | null
  customer_id?: string | null
  user_id?: unknown
}

export interface MessageChanges {
  body?: string | null
  type?: 'reply' | 'note' | 'bot'
  private?: boolean
  subject?: string | null
  metadata?: Record<string, unknown> | null
  seen_at?: string | null
}

export interface Note {
  id: string
  object: 'note'
  body: string
  content_type: string
  customer_id: string
  author_id: number | null
  created_at: string
  updated_at: string
}

export interface ListedNote {
  id: string
  object: 'note'
  body: string
  content_type: string
  customer_id: string
  author_id: number | null
  created_at: string
  updated_at: string
  author: User | null
  customer: SavedCustomer
}

export interface NoteFilters {
  customer_id?: string | null
  author_id?: number | null
  after_note_id?: string | number | null
  limit?: number | null
}

export interface NewNote {
  body: string
  customer_id: string
}

export interface NoteChanges {
  body?: string
  content_type?: string
}

export interface Tag {
  id: string
  object: 'tag'
  created_at: string
  updated_at: string
  name: string
  description: string | null
  color: string | null
}

export interface NewTag {
  name: string
  description?: string | null
  color?: string | null
}

export interface TagChanges {
  name?: string
  description?: string | null
  color?: string | null
}

export interface User {
  id: number
  object: 'user'
  account_id: string
  email: string
  created_at: string
  disabled_at: string | null
  archived_at: string | null
  role: 'admin' | 'user'
  full_name?: string | null
  display_name?: string | null
  profile_photo_url?: string | null
}

export interface UserFilters {
  email?: string | number | null
  role?: 'admin' | 'user' | null
  has_valid_email?: boolean | null
  active?: boolean | null
}

export interface Me {
  id: number
  email: string
  account_id: string
  role: 'admin' | 'user'
  email_confirmed: boolean
  two_factor_enabled: boolean
}

export interface ProfileChanges {
  full_name?: string | null
  display_name?: string | null
  profile_photo_url?: string | null
  slack_user_id?: string | null
}

export interface Reporting {
  messages_by_date: Array<{ date: string; count: number }>
  conversations_by_date: Array<{ date: string; count: number }>
  open_conversations_by_date: Array<{ date: string; count: number }>
  reopened_conversations_by_date: Array<{ date: string; count: number }>
  sent_messages_by_date: Array<{ date: string; count: number }>
  received_messages_by_date: Array<{ date: string; count: number }>
  messages_per_user: Array<{ user: { id: number; email: string }; count: number }>
  agents: Array<{
    user: { id: number; email: string }
    handled: number
    replies: number
    first_replies: number
    average_time_to_first_reply: number
  }>
  conversations_by_tag: Array<{ tag: { id: string; name: string }; count: number }>
  messages_by_weekday: Array<{ day: string; average: number; total: number }>
  first_reply_count: number
  average_time_to_first_reply: number
  median_time_to_first_reply: number
  first_reply_metrics_by_week: Array<{
    start_date: string
    end_date: string
    count: number
    average: number
    median: number
    seconds_to_first_reply_list: Array<number>
  }>
  resolution_count: number
  average_time_to_resolution: number
  median_time_to_resolution: number
  resolution_metrics_by_week: Array<{
    start_date: string
    end_date: string
    count: number
    average: number
    median: number
    seconds_to_resolution_list: Array<number>
  }>
  first_reply_percentiles: { p50: number; p75: number; p90: number; p95: number }
  resolution_percentiles: { p50: number; p75: number; p90: number; p95: number }
  received_by_hour: Array<Array<number>>
  customer_breakdown_by_browser: Array<{ browser: string; count: number }>
  customer_breakdown_by_os: Array<{ os: string; count: number }>
  customer_breakdown_by_time_zone: Array<{ time_zone: string; count: number }>
}

export interface ReportingOptions {
  from_date?: string | number | null
  to_date?: string | number | null
  inbox_id?: string | null
  source?: 'chat' | 'slack' | 'mattermost' | 'discord' | 'email' | 'sms' | 'api' | 'sandbox' | null
  assignee_id?: number | null
  tag_id?: string | null
  company_id?: string | null
}

export interface UserSettings {
  id: string
  object: 'user_settings'
  user_id: number
  email_alert_on_new_message: boolean
  email_alert_on_new_conversation: boolean
  email_alert_on_mention: boolean
  email_weekly_summary: boolean
  expo_push_token: string | null
}

export interface UserSettingsChanges {
  email_alert_on_new_message?: boolean | null
  email_alert_on_new_conversation?: boolean | null
  email_alert_on_mention?: boolean | null
  email_weekly_summary?: boolean | null
  expo_push_token?: string | null
}

/** The API as the owner of a key sees it. */
export class Papercups extends Caller {
  readonly companies = {
    list: (filters?: CompanyFilters, options?: CallOptions) =>
      this.read<Array<Company>>('/companies', filters, options),
    /** Reads all pages, each when it is needed. */
    iterate: (filters?: Omit<CompanyFilters, 'after'>, options?: CallOptions) =>
      this.every<Company>('/companies', 'after', filters, options),
    retrieve: (id: string, options?: CallOptions) => this.read<Company>(path`/companies/${id}`, undefined, options),
    create: (company: NewCompany, options?: CallOptions) =>
      this.write<Company>('POST', '/companies', { company }, options),
    update: (id: string, company: CompanyChanges, options?: CallOptions) =>
      this.write<Company>('PUT', path`/companies/${id}`, { company }, options),
    delete: (id: string, options?: CallOptions) => this.remove(path`/companies/${id}`, options),
  }

  readonly conversations = {
    list: (filters?: ConversationFilters, options?: CallOptions) =>
      this.read<Array<Conversation>>('/conversations', filters, options),
    /** Reads all pages, each when it is needed. */
    iterate: (filters?: Omit<ConversationFilters, 'after'>, options?: CallOptions) =>
      this.every<Conversation>('/conversations', 'after', filters, options),
    retrieve: (id: string, query?: ConversationOptions, options?: CallOptions) =>
      this.read<Conversation>(path`/conversations/${id}`, query, options),
    create: (conversation: NewConversation, options?: CallOptions) =>
      this.write<SavedConversation>('POST', '/conversations', { conversation }, options),
    update: (id: string, conversation: ConversationChanges, options?: CallOptions) =>
      this.write<SavedConversation>('PUT', path`/conversations/${id}`, { conversation }, options),
    delete: (id: string, options?: CallOptions) => this.remove(path`/conversations/${id}`, options),
    listMessages: (
      id: string,
      query?: { after?: number | null; before?: number | null; limit?: number | null },
      options?: CallOptions,
    ) => this.read<Array<Message>>(path`/conversations/${id}/messages`, query, options),
    addTag: (id: string, tag_id: string, options?: CallOptions) =>
      this.write<{ ok: true }>('POST', path`/conversations/${id}/tags`, { tag_id }, options),
    removeTag: (id: string, tag_id: string, options?: CallOptions) =>
      this.remove(path`/conversations/${id}/tags/${tag_id}`, options),
  }

  readonly customers = {
    list: (filters?: CustomerFilters, options?: CallOptions) =>
      this.read<Array<ListedCustomer>>('/customers', filters, options),
    /** Reads all pages, each when it is needed. */
    iterate: (filters?: Omit<CustomerFilters, 'after' | 'order' | 'page'>, options?: CallOptions) =>
      this.every<ListedCustomer>('/customers', 'after', { ...filters, order: 'id' }, options),
    retrieve: (id: string, query?: CustomerOptions, options?: CallOptions) =>
      this.read<Customer>(path`/customers/${id}`, query, options),
    create: (customer: NewCustomer, options?: CallOptions) =>
      this.write<SavedCustomer>('POST', '/customers', { customer }, options),
    update: (id: string, customer: CustomerChanges, options?: CallOptions) =>
      this.write<Customer>('PUT', path`/customers/${id}`, { customer }, options),
    delete: (id: string, options?: CallOptions) => this.remove(path`/customers/${id}`, options),
    addIssue: (id: string, issue_id: string, options?: CallOptions) =>
      this.write<{ ok: true }>('POST', path`/customers/${id}/issues`, { issue_id }, options),
    removeIssue: (id: string, issue_id: string, options?: CallOptions) =>
      this.remove(path`/customers/${id}/issues/${issue_id}`, options),
    addTag: (id: string, tag_id: string, options?: CallOptions) =>
      this.write<{ ok: true }>('POST', path`/customers/${id}/tags`, { tag_id }, options),
    removeTag: (id: string, tag_id: string, options?: CallOptions) =>
      this.remove(path`/customers/${id}/tags/${tag_id}`, options),
  }

  readonly github = {
    listRepos: (options?: CallOptions) =>
      this.read<
        Array<{
          id: number
          name: string
          full_name: string
          private: boolean
          html_url: string
          owner: { login: string }
        }>
      >('/github/repos', undefined, options),
    listIssues: (
      query: { url?: string | number; owner?: string | number; repo?: string | number },
      options?: CallOptions,
    ) =>
      this.read<
        Array<{ id: number; number: number; html_url: string; title: string; body: string | null; state: string }>
      >('/github/issues', query, options),
    createIssue: (
      body: { owner: string; repo: string; issue: { title: string; body?: string | null } },
      options?: CallOptions,
    ) =>
      this.write<{ id: number; number: number; html_url: string; title: string; body: string | null; state: string }>(
        'POST',
        '/github/issues',
        body,
        options,
      ),
  }

  readonly gmail = {
    send: (
      body: {
        to?: string | null
        recipient?: string | null
        from?: string | null
        subject: string
        text?: string | null
        message?: string | null
        inbox_id?: string | null
      },
      options?: CallOptions,
    ) => this.write<{ id: string; threadId: string }>('POST', '/gmail/send', body, options),
  }

  readonly issues = {
    list: (filters?: IssueFilters, options?: CallOptions) => this.read<Array<Issue>>('/issues', filters, options),
    /** Reads all pages, each when it is needed. */
    iterate: (filters?: Omit<IssueFilters, 'after' | 'order'>, options?: CallOptions) =>
      this.every<Issue>('/issues', 'after', { ...filters, order: 'id' }, options),
    retrieve: (id: string, options?: CallOptions) => this.read<Issue>(path`/issues/${id}`, undefined, options),
    create: (issue: NewIssue, options?: CallOptions) => this.write<Issue>('POST', '/issues', { issue }, options),
    update: (id: string, issue: IssueChanges, options?: CallOptions) =>
      this.write<Issue>('PUT', path`/issues/${id}`, { issue }, options),
    delete: (id: string, options?: CallOptions) => this.remove(path`/issues/${id}`, options),
  }

  me = (options?: CallOptions) => this.read<Me>('/me', undefined, options)

  readonly messages = {
    list: (filters?: MessageFilters, options?: CallOptions) =>
      this.read<Array<ListedMessage>>('/messages', filters, options),
    /** Reads all pages, each when it is needed. */
    iterate: (filters?: Omit<MessageFilters, 'after'>, options?: CallOptions) =>
      this.every<ListedMessage>('/messages', 'after', filters, options),
    retrieve: (id: string, options?: CallOptions) => this.read<Message>(path`/messages/${id}`, undefined, options),
    create: (message: NewMessage, options?: CallOptions) =>
      this.write<Message>('POST', '/messages', { message }, options),
    update: (id: string, message: MessageChanges, options?: CallOptions) =>
      this.write<Message>('PUT', path`/messages/${id}`, { message }, options),
    delete: (id: string, options?: CallOptions) => this.remove(path`/messages/${id}`, options),
  }

  readonly notes = {
    list: (filters?: NoteFilters, options?: CallOptions) => this.read<Array<ListedNote>>('/notes', filters, options),
    /** Reads all pages, each when it is needed. */
    iterate: (filters?: Omit<NoteFilters, 'after_note_id'>, options?: CallOptions) =>
      this.every<ListedNote>('/notes', 'after_note_id', filters, options),
    retrieve: (id: string, options?: CallOptions) => this.read<Note>(path`/notes/${id}`, undefined, options),
    create: (note: NewNote, options?: CallOptions) => this.write<Note>('POST', '/notes', { note }, options),
    update: (id: string, note: NoteChanges, options?: CallOptions) =>
      this.write<Note>('PUT', path`/notes/${id}`, { note }, options),
    delete: (id: string, options?: CallOptions) => this.remove(path`/notes/${id}`, options),
  }

  readonly profile = {
    retrieve: (options?: CallOptions) => this.read<User>('/profile', undefined, options),
    update: (user_profile: ProfileChanges, options?: CallOptions) =>
      this.write<User>('PUT', '/profile', { user_profile }, options),
  }

  readonly reporting = {
    retrieve: (query?: ReportingOptions, options?: CallOptions) => this.read<Reporting>('/reporting', query, options),
  }

  readonly slack = {
    notify: (body: { text: string; type?: 'reply' | 'support'; channel?: string | null }, options?: CallOptions) =>
      this.write<Record<string, unknown> | null>('POST', '/slack/notify', body, options),
  }

  readonly tags = {
    list: (options?: CallOptions) => this.read<Array<Tag>>('/tags', undefined, options),
    retrieve: (id: string, options?: CallOptions) => this.read<Tag>(path`/tags/${id}`, undefined, options),
    create: (tag: NewTag, options?: CallOptions) => this.write<Tag>('POST', '/tags', { tag }, options),
    update: (id: string, tag: TagChanges, options?: CallOptions) =>
      this.write<Tag>('PUT', path`/tags/${id}`, { tag }, options),
    delete: (id: string, options?: CallOptions) => this.remove(path`/tags/${id}`, options),
  }

  readonly twilio = {
    send: (body: { to: string; body: string }, options?: CallOptions) =>
      this.write<Record<string, unknown>>('POST', '/twilio/send', body, options),
  }

  readonly user_settings = {
    retrieve: (options?: CallOptions) => this.read<UserSettings>('/user_settings', undefined, options),
    update: (user_settings: UserSettingsChanges, options?: CallOptions) =>
      this.write<UserSettings>('PUT', '/user_settings', { user_settings }, options),
  }

  readonly users = {
    list: (filters?: UserFilters, options?: CallOptions) => this.read<Array<User>>('/users', filters, options),
    retrieve: (id: number, options?: CallOptions) => this.read<User>(path`/users/${id}`, undefined, options),
  }
}
