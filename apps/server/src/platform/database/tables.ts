// Generated from the migrations by `npm run schema`. Do not edit.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type Timestamp = ColumnType<Date, Date | string, Date | string>
export type TimestampByDefault = ColumnType<Date, Date | string | undefined, Date | string>

/** The driver writes a JavaScript array as an SQL array, so a JSON array goes in as text. */
export type JsonArray = ColumnType<unknown[], string, string>
export type JsonArrayByDefault = ColumnType<unknown[], string | undefined, string>
export type JsonMap = ColumnType<Record<string, unknown>, object | string, object | string>
export type JsonMapByDefault = ColumnType<Record<string, unknown>, object | string | undefined, object | string>

export interface DB {
  account_billing: AccountBillingTable
  accounts: AccountsTable
  browser_sessions: BrowserSessionsTable
  canned_responses: CannedResponsesTable
  companies: CompaniesTable
  connected_mailboxes: ConnectedMailboxesTable
  connected_services: ConnectedServicesTable
  conversation_counts: ConversationCountsTable
  conversation_shares: ConversationSharesTable
  conversation_tags: ConversationTagsTable
  conversations: ConversationsTable
  customer_counts: CustomerCountsTable
  customer_import_keys: CustomerImportKeysTable
  customer_imports: CustomerImportsTable
  customer_issues: CustomerIssuesTable
  customer_merges: CustomerMergesTable
  customer_search: CustomerSearchTable
  customer_tags: CustomerTagsTable
  customers: CustomersTable
  decided_replies: DecidedRepliesTable
  event_readers: EventReadersTable
  event_subscriptions: EventSubscriptionsTable
  events: EventsTable
  failed_reactions: FailedReactionsTable
  files: FilesTable
  forwarding_addresses: ForwardingAddressesTable
  gmail_mailboxes: GmailMailboxesTable
  gmail_sends: GmailSendsTable
  gmail_threads: GmailThreadsTable
  idempotent_calls: IdempotentCallsTable
  identity_verification: IdentityVerificationTable
  imported_status: ImportedStatusTable
  inbox_members: InboxMembersTable
  inboxes: InboxesTable
  incoming_mails: IncomingMailsTable
  intercom_imports: IntercomImportsTable
  intercom_records: IntercomRecordsTable
  issue_emails: IssueEmailsTable
  issues: IssuesTable
  job_workers: JobWorkersTable
  kept_keys: KeptKeysTable
  lambda_rehearsals: LambdaRehearsalsTable
  lambda_runs: LambdaRunsTable
  lambda_secrets: LambdaSecretsTable
  lambda_versions: LambdaVersionsTable
  lambdas: LambdasTable
  mentions: MentionsTable
  message_alerts: MessageAlertsTable
  message_files: MessageFilesTable
  message_recipients: MessageRecipientsTable
  message_versions: MessageVersionsTable
  messages: MessagesTable
  notes: NotesTable
  oauth_states: OauthStatesTable
  outgoing_mails: OutgoingMailsTable
  pending_registrations: PendingRegistrationsTable
  personal_api_keys: PersonalApiKeysTable
  ratings: RatingsTable
  recording_batches: RecordingBatchesTable
  recording_chunks: RecordingChunksTable
  recording_settings: RecordingSettingsTable
  recovery_codes: RecoveryCodesTable
  renewal_tokens: RenewalTokensTable
  report_accounts: ReportAccountsTable
  report_changes: ReportChangesTable
  report_conversation_days: ReportConversationDaysTable
  report_conversations: ReportConversationsTable
  report_days: ReportDaysTable
  report_open_days: ReportOpenDaysTable
  report_openings: ReportOpeningsTable
  report_times: ReportTimesTable
  report_week_customers: ReportWeekCustomersTable
  report_weeks: ReportWeeksTable
  scheduled_messages: ScheduledMessagesTable
  secret_key_fingerprint: SecretKeyFingerprintTable
  segments: SegmentsTable
  sent_mails: SentMailsTable
  service_deliveries: ServiceDeliveriesTable
  service_events: ServiceEventsTable
  service_posts: ServicePostsTable
  service_threads: ServiceThreadsTable
  sessions: SessionsTable
  sheet_rows: SheetRowsTable
  sheet_tabs: SheetTabsTable
  signatures: SignaturesTable
  sms_opt_outs: SmsOptOutsTable
  stripe_events: StripeEventsTable
  suppressed_emails: SuppressedEmailsTable
  tags: TagsTable
  two_factor_secrets: TwoFactorSecretsTable
  unseen_answers: UnseenAnswersTable
  upload_usage: UploadUsageTable
  user_invitations: UserInvitationsTable
  user_profiles: UserProfilesTable
  user_settings: UserSettingsTable
  users: UsersTable
  webhook_attempts: WebhookAttemptsTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_events: WebhookEventsTable
  widget_settings: WidgetSettingsTable
}

export interface AccountBillingTable {
  account_id: string
  stripe_customer_id: string | null
  stripe_subscription_id: string | null
  stripe_product_id: string | null
  stripe_default_payment_method_id: string | null
  subscription_status: string | null
  trial_used_at: Timestamp | null
  payment_failed_at: Timestamp | null
  version: Generated<number>
  attempt: Generated<number>
  leased_by: string | null
  leased_until: Timestamp | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface AccountsTable {
  id: Generated<string>
  company_name: string
  company_logo_url: string | null
  time_zone: string | null
  language: Generated<'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'ar'>
  working_hours: JsonArrayByDefault
  settings: JsonMap | null
  subscription_plan: Generated<'starter' | 'lite' | 'team'>
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
  plan_since: TimestampByDefault
}

export interface BrowserSessionsTable {
  id: Generated<string>
  account_id: string
  customer_id: string | null
  metadata: JsonMap | null
  started_at: Timestamp | null
  finished_at: Timestamp | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
  state_sent_at: number | null
  pointing_agreed: Generated<boolean>
  recording_truncated: Generated<boolean>
}

export interface CannedResponsesTable {
  id: Generated<string>
  account_id: string
  name: string
  content: string
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface CompaniesTable {
  id: Generated<string>
  account_id: string
  name: string
  external_id: string | null
  website_url: string | null
  description: string | null
  logo_image_url: string | null
  industry: string | null
  slack_channel_id: string | null
  slack_channel_name: string | null
  slack_team_id: string | null
  slack_team_name: string | null
  metadata: JsonMap | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface ConnectedMailboxesTable {
  id: Generated<string>
  account_id: string
  inbox_id: string
  email: string
  from_name: string | null
  imap: JsonMap | null
  imap_password_encrypted: string | null
  smtp: JsonMap | null
  smtp_password_encrypted: string | null
  takes_since: Timestamp | null
  uid_validity: number | null
  last_uid: number | null
  rescan_since: Timestamp | null
  checked_at: Timestamp | null
  connected_at: Timestamp | null
  last_mail_at: Timestamp | null
  stuck_uid: number | null
  stuck_tries: Generated<number>
  left_out: Generated<number>
  left_out_reason: 'too_large' | 'unreadable' | null
  left_out_at: Timestamp | null
  failures: Generated<number>
  failing_since: Timestamp | null
  failure: string | null
  retry_at: TimestampByDefault
  admins_mailed_at: Timestamp | null
  smtp_failure: string | null
  smtp_failing_since: Timestamp | null
  leased_by: string | null
  leased_until: Timestamp | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface ConnectedServicesTable {
  id: Generated<string>
  account_id: string
  service: string
  kind: Generated<'reply' | 'support' | 'account' | 'personal'>
  inbox_id: string | null
  team_id: string | null
  team_name: string | null
  channel_id: string | null
  channel_name: string | null
  bot_user_id: string | null
  details: JsonMapByDefault
  settings: JsonMapByDefault
  secrets_encrypted: string
  connected_by: number | null
  failures: Generated<number>
  failing_since: Timestamp | null
  failure: string | null
  retry_at: TimestampByDefault
  revoked_at: Timestamp | null
  admins_mailed_at: Timestamp | null
  last_activity_at: Timestamp | null
  leased_by: string | null
  leased_until: Timestamp | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
  poll_at: TimestampByDefault
  poll_failing_since: Timestamp | null
  poll_failure: string | null
  token_expires_at: Timestamp | null
  renewing_until: Timestamp | null
}

export interface ConversationCountsTable {
  id: GeneratedAlways<number>
  account_id: string
  place: string
  read: boolean
  priority: string
  source: string
  inbox_id: string | null
  assignee_id: number | null
  change: number
}

export interface ConversationSharesTable {
  id: Generated<string>
  account_id: string
  conversation_id: string
  token_hash: Buffer
  created_by: number | null
  created_at: TimestampByDefault
  expires_at: Timestamp
  revoked_at: Timestamp | null
}

export interface ConversationTagsTable {
  id: Generated<string>
  account_id: string
  conversation_id: string
  tag_id: string
  creator_id: number | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface ConversationsTable {
  id: Generated<string>
  account_id: string
  customer_id: string
  inbox_id: string | null
  assignee_id: number | null
  status: Generated<'open' | 'closed'>
  priority: Generated<'priority' | 'not_priority'>
  read: Generated<boolean>
  source: Generated<'chat' | 'slack' | 'mattermost' | 'discord' | 'email' | 'sms' | 'api' | 'sandbox'>
  subject: string | null
  metadata: JsonMap | null
  last_seq: Generated<number>
  last_activity_at: Timestamp | null
  first_replied_at: Timestamp | null
  closed_at: Timestamp | null
  archived_at: Timestamp | null
  snoozed_at: Timestamp | null
  snoozed_until: Timestamp | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
  place: GeneratedAlways<'open' | 'closed' | 'snoozed' | 'archived'>
}

export interface CustomerCountsTable {
  id: GeneratedAlways<number>
  account_id: string
  has_email: boolean
  change: number
}

export interface CustomerImportKeysTable {
  account_id: string
  import_id: string
  key: string
  line: number
}

export interface CustomerImportsTable {
  id: Generated<string>
  account_id: string
  user_id: number | null
  filename: string
  file_key: string
  size: number
  encoding: 'utf8' | 'utf16le' | 'utf16be' | 'latin1'
  delimiter: string
  columns: JsonArrayByDefault
  mapping: JsonArrayByDefault
  status: Generated<'uploaded' | 'checking' | 'checked' | 'importing' | 'done' | 'failed'>
  run: Generated<number>
  rows_read: Generated<number>
  bytes_read: Generated<number>
  created_count: Generated<number>
  updated_count: Generated<number>
  skipped_count: Generated<number>
  problems: JsonArrayByDefault
  failure: string | null
  finished_at: Timestamp | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface CustomerIssuesTable {
  id: Generated<string>
  account_id: string
  customer_id: string
  issue_id: string
  creator_id: number | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
  issue_email_id: string | null
  emailed_at: Timestamp | null
}

export interface CustomerMergesTable {
  id: Generated<string>
  account_id: string
  customer_id: string
  kept_id: string
  merged_id: string
  user_id: number | null
  merged: JsonMap
  filled: JsonMap
  moved: JsonMap
  created_at: TimestampByDefault
}

export interface CustomerSearchTable {
  account_id: string
  customer_id: string
  terms: string
}

export interface CustomerTagsTable {
  id: Generated<string>
  account_id: string
  customer_id: string
  tag_id: string
  creator_id: number | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface CustomersTable {
  id: Generated<string>
  account_id: string
  company_id: string | null
  name: string | null
  email: string | null
  phone: string | null
  external_id: string | null
  profile_photo_url: string | null
  first_seen: Generated<string>
  last_seen_at: Timestamp | null
  seen_order: GeneratedAlways<Date>
  current_url: string | null
  host: string | null
  pathname: string | null
  browser: string | null
  browser_version: string | null
  browser_language: string | null
  os: string | null
  ip: string | null
  screen_height: number | null
  screen_width: number | null
  lib: string | null
  time_zone: string | null
  metadata: JsonMap | null
  found_by: GeneratedAlways<string>
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface DecidedRepliesTable {
  account_id: string
  conversation_id: string
  seq: number
}

export interface EventReadersTable {
  name: string
  last_txid: Generated<string>
  last_event_id: Generated<number>
  updated_at: TimestampByDefault
}

export interface EventSubscriptionsTable {
  id: Generated<string>
  account_id: string
  webhook_url: string
  verified: Generated<boolean>
  scope: string | null
  events: string[] | null
  secret_encrypted: string
  previous_secret_encrypted: string | null
  previous_secret_expires_at: Timestamp | null
  failures: Generated<number>
  failing_since: Timestamp | null
  retry_at: TimestampByDefault
  paused_at: Timestamp | null
  leased_by: string | null
  leased_until: Timestamp | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface EventsTable {
  id: GeneratedAlways<number>
  account_id: string
  conversation_id: string | null
  type: string
  payload: JsonMapByDefault
  actor: string | null
  created_at: TimestampByDefault
  txid: Generated<string>
}

export interface FailedReactionsTable {
  id: Generated<string>
  account_id: string
  event_type: string
  event_ids: number[]
  reaction: string
  attempts: Generated<number>
  error: string
  next_try_at: Timestamp | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface FilesTable {
  id: Generated<string>
  account_id: string
  customer_id: string | null
  user_id: number | null
  filename: string
  unique_filename: string | null
  file_url: string
  content_type: string
  size: number | null
  unattached_since: TimestampByDefault | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface ForwardingAddressesTable {
  id: Generated<string>
  account_id: string
  inbox_id: string
  forwarding_email_address: string
  source_email_address: string | null
  description: string | null
  state: string | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface GmailMailboxesTable {
  account_id: string
  connection_id: string
  email: string
  takes_since: Timestamp
  history_id: string | null
  listing_since: Timestamp | null
  listing_token: string | null
  listing_history_id: string | null
  checked_at: Timestamp | null
  watched_until: Timestamp | null
  left_out: Generated<number>
  left_out_reason: 'too_large' | 'unreadable' | null
  left_out_at: Timestamp | null
}

export interface GmailSendsTable {
  account_id: string
  connection_id: string
  rfc_message_id: string
  begun_at: TimestampByDefault
}

export interface GmailThreadsTable {
  account_id: string
  connection_id: string
  thread_id: string
  conversation_id: string | null
  handled_ids: Generated<string[]>
  waiting_since: Timestamp | null
  version: Generated<number>
  tries: Generated<number>
}

export interface IdempotentCallsTable {
  account_id: string
  key_hash: Buffer
  fingerprint: Buffer
  status: number | null
  location: string | null
  answer: string | null
  created_at: TimestampByDefault
}

export interface IdentityVerificationTable {
  account_id: string
  required: Generated<boolean>
  key_encrypted: string
  token_key_encrypted: string
  previous_key_encrypted: string | null
  previous_token_key_encrypted: string | null
  previous_key_expires_at: Timestamp | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface ImportedStatusTable {
  account_id: string
  conversation_id: string
  number: number
  status: 'open' | 'closed'
  at: Timestamp
}

export interface InboxMembersTable {
  id: Generated<string>
  account_id: string
  inbox_id: string
  user_id: number
  role: 'admin' | 'user'
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface InboxesTable {
  id: Generated<string>
  account_id: string
  name: string
  description: string | null
  slug: string | null
  is_primary: Generated<boolean>
  is_private: Generated<boolean>
  allowed_sites: JsonArrayByDefault
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
  ratings_enabled: Generated<boolean>
}

export interface IncomingMailsTable {
  id: Generated<string>
  account_id: string
  taken_key: Buffer
  source: 'smtp' | 'ses' | 'http' | 'imap' | 'gmail'
  provider_id: string | null
  rfc_message_id: string | null
  from_email: string | null
  reply_to_email: string | null
  people: JsonArrayByDefault
  subject: Generated<string>
  kind: string
  kind_reason: string | null
  verdict: 'pass' | 'fail' | 'unknown'
  thread_reason: 'reply_address' | 'plain_reply_address' | 'references' | 'new' | 'new_unknown_sender' | null
  ignored_reason: string | null
  conversation_id: string | null
  message_id: string | null
  raw_file_id: string | null
  created_at: TimestampByDefault
  summary: JsonMapByDefault
}

export interface IntercomImportsTable {
  id: Generated<string>
  account_id: string
  user_id: number | null
  workspace_id: string
  state: Generated<'running' | 'stopped' | 'done' | 'failed'>
  run: Generated<number>
  phase: Generated<'people' | 'conversations' | 'changes'>
  next_page: string | null
  went_back: Generated<boolean>
  people_seen: Generated<number>
  people_total: number | null
  conversations_seen: Generated<number>
  conversations_total: number | null
  people_count: Generated<number>
  conversations_count: Generated<number>
  messages_count: Generated<number>
  skipped_count: Generated<number>
  problems: JsonArrayByDefault
  failure: string | null
  failing_since: Timestamp | null
  failures: Generated<number>
  retry_at: Timestamp | null
  ended_at: Timestamp | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface IntercomRecordsTable {
  account_id: string
  workspace_id: string
  kind: 'contact' | 'conversation'
  intercom_id: string
  our_id: string
  version: number
  part_ids: Generated<string[]>
}

export interface IssueEmailsTable {
  id: Generated<string>
  account_id: string
  issue_id: string
  user_id: number
  inbox_id: string | null
  subject: string
  body: string
  created_at: TimestampByDefault
}

export interface IssuesTable {
  id: Generated<string>
  account_id: string
  creator_id: number | null
  assignee_id: number | null
  title: string
  body: string | null
  state: Generated<'unstarted' | 'in_progress' | 'in_review' | 'done' | 'closed'>
  github_issue_url: string | null
  finished_at: Timestamp | null
  closed_at: Timestamp | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
  github_issue_id: string | null
  github_state: string | null
  github_failure: string | null
}

export interface JobWorkersTable {
  worker_id: string
  process_lock: number | null
  seen_at: TimestampByDefault
}

export interface KeptKeysTable {
  purpose: string
  key: Buffer
}

export interface LambdaRehearsalsTable {
  id: Generated<string>
  account_id: string
  lambda_id: string
  code: string
  created_at: TimestampByDefault
}

export interface LambdaRunsTable {
  id: Generated<string>
  account_id: string
  lambda_id: string
  rehearsal_id: string | null
  position: GeneratedAlways<number>
  trigger: 'event' | 'cron' | 'test' | 'rehearsal'
  event: string
  due_at: Timestamp | null
  order_key: string
  status: Generated<'waiting' | 'running' | 'succeeded' | 'failed'>
  attempts: Generated<number>
  version: number | null
  input: string
  result: string | null
  error: string | null
  output: JsonArrayByDefault
  writes: JsonArrayByDefault
  conversation_id: string | null
  customer_id: string | null
  duration_ms: number | null
  created_at: TimestampByDefault
  finished_at: Timestamp | null
}

export interface LambdaSecretsTable {
  account_id: string
  lambda_id: string
  name: string
  value_encrypted: string
  updated_at: TimestampByDefault
}

export interface LambdaVersionsTable {
  account_id: string
  lambda_id: string
  number: number
  code: string
  user_id: number | null
  created_at: TimestampByDefault
}

export interface LambdasTable {
  id: Generated<string>
  account_id: string
  creator_id: number | null
  name: string
  description: string | null
  code: string | null
  language: 'javascript' | null
  runtime: string | null
  status: Generated<'pending' | 'active' | 'inactive'>
  metadata: JsonMap | null
  events: Generated<string[]>
  cron: string | null
  cron_done_until: Timestamp | null
  deployed_version: number | null
  api_key_id: string | null
  last_deployed_at: Timestamp | null
  last_executed_at: Timestamp | null
  leased_by: string | null
  leased_until: Timestamp | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface MentionsTable {
  id: Generated<string>
  account_id: string
  conversation_id: string
  message_id: string
  user_id: number
  seen_at: Timestamp | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface MessageAlertsTable {
  account_id: string
  conversation_id: string
  mailed_seq: number
  waiting: Generated<boolean>
  mail_at: TimestampByDefault
}

export interface MessageFilesTable {
  id: Generated<string>
  account_id: string
  message_id: string
  file_id: string
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface MessageRecipientsTable {
  account_id: string
  message_id: string
  to_emails: JsonArrayByDefault
  cc_emails: JsonArrayByDefault
  bcc_emails: JsonArrayByDefault
}

export interface MessageVersionsTable {
  id: Generated<string>
  account_id: string
  message_id: string
  body: string | null
  type: 'reply' | 'note' | 'bot'
  private: boolean
  subject: string | null
  replaced_at: TimestampByDefault
  replaced_by: number | null
}

export interface MessagesTable {
  id: Generated<string>
  account_id: string
  conversation_id: string
  customer_id: string | null
  user_id: number | null
  seq: number
  client_message_id: string | null
  body: string | null
  type: Generated<'reply' | 'note' | 'bot'>
  content_type: Generated<string>
  private: Generated<boolean>
  source: Generated<'chat' | 'slack' | 'mattermost' | 'discord' | 'email' | 'sms' | 'api' | 'sandbox'>
  subject: string | null
  metadata: JsonMap | null
  sent_at: TimestampByDefault
  delivered_at: Timestamp | null
  seen_at: Timestamp | null
  edited_at: Timestamp | null
  edited_by: number | null
  words: GeneratedAlways<string | null>
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface NotesTable {
  id: Generated<string>
  account_id: string
  customer_id: string
  author_id: number | null
  body: string
  content_type: Generated<string>
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface OauthStatesTable {
  state_hash: Buffer
  account_id: string
  user_id: number
  inbox_id: string | null
  service: string
  kind: string
  code_verifier_encrypted: string | null
  expires_at: Timestamp
}

export interface OutgoingMailsTable {
  id: Generated<string>
  account_id: string
  conversation_id: string
  kind: 'notice' | 'reply' | 'issue'
  message_ids: JsonArrayByDefault
  rfc_message_id: string
  people: JsonArrayByDefault
  subject: string
  state: Generated<'queued' | 'sent' | 'failed' | 'bounced'>
  failure: string | null
  sent_at: Timestamp | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
  to_emails: JsonArrayByDefault
  cc_emails: JsonArrayByDefault
  bcc_emails: JsonArrayByDefault
}

export interface PendingRegistrationsTable {
  id: Generated<string>
  email: string
  password_hash: string
  company_name: string | null
  invitation_id: string | null
  redirect: string | null
  network: string
  mail_allowed: Generated<boolean>
  token_hash: Buffer | null
  attempts: Generated<number>
  expires_at: Timestamp
  created_at: TimestampByDefault
}

export interface PersonalApiKeysTable {
  id: Generated<string>
  account_id: string
  user_id: number
  label: string
  value_hash: Buffer
  value_encrypted: string
  scope: Generated<'read' | 'messages' | 'everything'>
  expires_at: Timestamp | null
  last_used_at: Timestamp | null
  last_used_ip: string | null
  last_used_agent: string | null
  created_at: TimestampByDefault
}

export interface RatingsTable {
  id: Generated<string>
  account_id: string
  conversation_id: string
  user_id: number | null
  asked_at: Timestamp
  mail_at: Timestamp | null
  score: number | null
  comment: string | null
  source: 'widget' | 'chat_page' | 'email' | null
  rated_at: Timestamp | null
  updated_at: TimestampByDefault
}

export interface RecordingBatchesTable {
  account_id: string
  browser_session_id: string
  page: string
  seq: number
  chunk_id: string
  first_at: Timestamp
  content: Buffer | null
}

export interface RecordingChunksTable {
  id: Generated<string>
  account_id: string
  browser_session_id: string
  first_at: Timestamp
  last_at: Timestamp
  has_snapshot: boolean
  bytes: number
  marks: JsonArrayByDefault
  closed_at: Timestamp | null
  file_key: string | null
  stored_at: Timestamp | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface RecordingSettingsTable {
  account_id: string
  keep_days: Generated<number>
  store: Generated<boolean>
  mask_text: Generated<boolean>
  only_pages: JsonArrayByDefault
  except_pages: JsonArrayByDefault
  respect_privacy_signals: Generated<boolean>
  max_megabytes: Generated<number>
  updated_at: TimestampByDefault
}

export interface RecoveryCodesTable {
  account_id: string
  user_id: number
  code_hash: Buffer
  created_at: TimestampByDefault
}

export interface RenewalTokensTable {
  token_hash: Buffer
  account_id: string
  session_id: string
  created_at: TimestampByDefault
  expires_at: Timestamp
  used_at: Timestamp | null
  used_by: Buffer | null
}

export interface ReportAccountsTable {
  account_id: string
  time_zone: string
  working_hours: JsonArrayByDefault
}

export interface ReportChangesTable {
  id: GeneratedAlways<number>
  account_id: string
  changed_at: Timestamp | null
  changed_day: string | null
  messages: Generated<boolean>
}

export interface ReportConversationDaysTable {
  account_id: string
  day: string
  conversation_id: string
  user_id: number
  hour: number
  messages: number
  replies: Generated<number>
  handled: Generated<number>
  first_reply_seconds: number | null
  waiting_since: Date[] | null
  replied_at: Date[] | null
  first_replied_at: Timestamp | null
}

export interface ReportConversationsTable {
  account_id: string
  conversation_id: string
  customer_id: string
  inbox_id: string | null
  assignee_id: number | null
  source: string
  first_replied_at: Timestamp | null
  closed_at: Timestamp | null
  created_at: Timestamp
}

export interface ReportDaysTable {
  account_id: string
  day: string
  numbers: JsonMapByDefault
  first_replies: Buffer
  resolutions: Buffer
}

export interface ReportOpenDaysTable {
  account_id: string
  day: string
  until: Timestamp
  counts: JsonMapByDefault
}

export interface ReportOpeningsTable {
  account_id: string
  conversation_id: string
  number: number
  opened_at: Timestamp
  closed_at: Timestamp | null
}

export interface ReportTimesTable {
  account_id: string
  day: string
  clock: 'wall' | 'working'
  kind: 'first_reply' | 'next_reply' | 'resolution' | 'agent_first_reply'
  user_id: number
  seconds: Buffer
}

export interface ReportWeekCustomersTable {
  account_id: string
  start: string
  counts: JsonMap
}

export interface ReportWeeksTable {
  account_id: string
  start: string
  clock: 'wall' | 'working'
  kind: 'first_reply' | 'next_reply' | 'resolution' | 'agent_first_reply'
  user_id: number
  count: number
  seconds: Buffer
}

export interface ScheduledMessagesTable {
  id: Generated<string>
  account_id: string
  conversation_id: string
  user_id: number
  body: string | null
  type: 'reply' | 'note'
  file_ids: JsonArrayByDefault
  mentioned_user_ids: JsonArrayByDefault
  metadata: JsonMap | null
  send_at: Timestamp
  held_reason: string | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
  email: JsonMap | null
}

export interface SecretKeyFingerprintTable {
  only_row: Generated<boolean>
  fingerprint: Buffer
  created_at: TimestampByDefault
}

export interface SegmentsTable {
  id: Generated<string>
  account_id: string
  creator_id: number | null
  name: string
  filter: JsonMap
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface SentMailsTable {
  id: GeneratedAlways<number>
  kind: string
  address_hash: Buffer
  sender: string
  created_at: TimestampByDefault
}

export interface ServiceDeliveriesTable {
  id: Generated<string>
  account_id: string
  connection_id: string
  conversation_id: string
  message_id: string | null
  channel_id: string
  kind: 'message' | 'edit' | 'state' | 'removal'
  status: Generated<'waiting' | 'sent' | 'failed'>
  begun: Generated<boolean>
  failure: string | null
  position: GeneratedAlways<number>
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
  post_ids: string[] | null
}

export interface ServiceEventsTable {
  id: Generated<string>
  account_id: string
  service: string
  event_id: string
  order_key: string
  body: JsonMap | null
  status: Generated<'waiting' | 'handled' | 'failed'>
  attempts: Generated<number>
  position: GeneratedAlways<number>
  created_at: TimestampByDefault
}

export interface ServicePostsTable {
  id: Generated<string>
  account_id: string
  message_id: string
  service: string
  channel_id: string
  post_id: string
  position: GeneratedAlways<number>
  conversation_id: string
  receipt: 'delivered' | 'failed' | null
  failure: string | null
}

export interface ServiceThreadsTable {
  id: Generated<string>
  account_id: string
  conversation_id: string
  service: string
  team_id: string | null
  channel_id: string
  thread_id: string
  permalink: string | null
  channel_name: string | null
  shown_state: string | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
  read_up_to: string | null
}

export interface SessionsTable {
  id: Generated<string>
  account_id: string
  user_id: number
  user_agent: string | null
  ip: string | null
  created_at: TimestampByDefault
  last_used_at: TimestampByDefault
  expires_at: Timestamp
  revoked_at: Timestamp | null
}

export interface SheetRowsTable {
  account_id: string
  tab_id: string
  record_id: string
  record_at: Timestamp
  is_backfill: Generated<boolean>
  begun: Generated<boolean>
  written_at: Timestamp | null
}

export interface SheetTabsTable {
  id: Generated<string>
  account_id: string
  connection_id: string
  record: 'customers' | 'conversations'
  is_on: Generated<boolean>
  columns: Generated<string[]>
  gid: number
  title: string | null
  written: Generated<number>
  backfill_state: 'queueing' | 'writing' | 'stopped' | null
  backfill_total: Generated<number>
  created_at: TimestampByDefault
}

export interface SignaturesTable {
  account_id: string
  inbox_id: string
  user_id: number
  body: string
  updated_at: TimestampByDefault
}

export interface SmsOptOutsTable {
  account_id: string
  number: string
  phone_hash: Buffer
  created_at: TimestampByDefault
}

export interface StripeEventsTable {
  id: string
  created_at: TimestampByDefault
}

export interface SuppressedEmailsTable {
  account_id: string
  email_hash: Buffer
  reason: 'bounce' | 'complaint' | 'unsubscribe'
  created_at: TimestampByDefault
}

export interface TagsTable {
  id: Generated<string>
  account_id: string
  creator_id: number | null
  name: string
  description: string | null
  color: string | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface TwoFactorSecretsTable {
  account_id: string
  user_id: number
  secret_encrypted: string
  confirmed_at: Timestamp | null
  last_step: Generated<number>
  wrong_codes: Generated<number>
  wrong_code_at: Timestamp | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface UnseenAnswersTable {
  account_id: string
  conversation_id: string
  mail_at: TimestampByDefault
}

export interface UploadUsageTable {
  key: string
  day: Generated<string>
  bytes: number
}

export interface UserInvitationsTable {
  id: Generated<string>
  account_id: string
  token_hash: Buffer
  email: string | null
  invited_by: number | null
  max_uses: number | null
  uses: Generated<number>
  expires_at: Timestamp
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface UserProfilesTable {
  id: Generated<string>
  account_id: string
  user_id: number
  full_name: string | null
  display_name: string | null
  profile_photo_url: string | null
  slack_user_id: string | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface UserSettingsTable {
  id: Generated<string>
  account_id: string
  user_id: number
  email_alert_on_new_message: Generated<boolean>
  email_alert_on_new_conversation: Generated<boolean>
  email_alert_on_mention: Generated<boolean>
  expo_push_token: string | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
  email_weekly_summary: Generated<boolean>
  weekly_summary_of: string | null
}

export interface UsersTable {
  id: Generated<number>
  account_id: string
  email: string
  password_hash: string | null
  role: Generated<'admin' | 'user'>
  has_valid_email: boolean | null
  email_confirmed_at: Timestamp | null
  email_confirmation_token_hash: Buffer | null
  email_confirmation_sent_at: Timestamp | null
  password_reset_token_hash: Buffer | null
  password_reset_sent_at: Timestamp | null
  disabled_at: Timestamp | null
  archived_at: Timestamp | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}

export interface WebhookAttemptsTable {
  id: GeneratedAlways<number>
  account_id: string
  delivery_id: string
  started_at: Timestamp
  duration_ms: number
  status: number | null
  failure: string | null
  answer: string | null
}

export interface WebhookDeliveriesTable {
  id: Generated<string>
  account_id: string
  subscription_id: string
  webhook_event_id: string
  event_id: number
  position: GeneratedAlways<number>
  type: string
  order_key: string
  status: Generated<'waiting' | 'delivered' | 'failed'>
  is_test: Generated<boolean>
  attempts: Generated<number>
  tried_since: Timestamp | null
  next_try_at: TimestampByDefault
  delivered_at: Timestamp | null
  created_at: TimestampByDefault
}

export interface WebhookEventsTable {
  id: Generated<string>
  account_id: string
  type: string
  conversation_id: string | null
  customer_id: string | null
  body: string
  created_at: TimestampByDefault
}

export interface WidgetSettingsTable {
  id: Generated<string>
  account_id: string
  inbox_id: string
  title: string | null
  subtitle: string | null
  color: string | null
  greeting: string | null
  new_message_placeholder: string | null
  email_input_placeholder: string | null
  new_messages_notification_text: string | null
  show_agent_availability: Generated<boolean>
  agent_available_text: string | null
  agent_unavailable_text: string | null
  require_email_upfront: Generated<boolean>
  is_open_by_default: Generated<boolean>
  is_branding_hidden: Generated<boolean>
  icon_variant: Generated<'outlined' | 'filled'>
  custom_icon_url: string | null
  iframe_url_override: string | null
  base_url: string | null
  away_message: string | null
  last_seen_at: Timestamp | null
  host: string | null
  pathname: string | null
  created_at: TimestampByDefault
  updated_at: TimestampByDefault
}
