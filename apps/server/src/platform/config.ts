import type { Flags } from '@papercups/contract'
import { resolve } from 'node:path'
import { mailerOf } from './mail-settings.js'
import { readSetting, valueOf } from './setting.js'
import { flags, settings } from './settings.js'
import { StartupError } from './startup-error.js'

export interface Config {
  environment: 'production' | 'development' | 'test'
  /** A development install shows things that a production install must not, such as the local mailbox. */
  is_development: boolean
  port: number
  host: string
  data_dir: string
  /** The public URL without a trailing slash. */
  base_url: string
  database_url: string | undefined
  database_pool_size: number
  redis_url: string | undefined
  files_url: string | undefined
  /** Uploads are refused when the disk of `data_dir` has less free space. */
  min_free_disk_mb: number
  /** Per day. 0 means no limit. */
  upload_mb_per_visitor: number
  upload_mb_per_address: number
  upload_mb_per_account: number
  api_calls_per_minute: number
  smtp_url: string | undefined
  smtp_retries: number
  mailgun: { api_key: string; domain: string } | undefined
  mail_from: string
  /** Whether a mail is refused if the domain of a recipient takes none. */
  check_recipient_domains: boolean
  /** The domain of the addresses at which this server takes mail. */
  mail_in_domain: string | undefined
  mail_in_port: number | undefined
  mail_in_max_mb: number
  mail_in_per_minute: number
  mail_in_secret: string | undefined
  /** How often mailboxes whose server cannot report new mail are asked. */
  mailbox_poll_seconds: number
  ses_bucket_url: string | undefined
  mailgun_signing_key: string | undefined
  mail_tls_key: string | undefined
  mail_tls_cert: string | undefined
  slack_client_id: string | undefined
  slack_client_secret: string | undefined
  slack_signing_secret: string | undefined
  slack_url: string
  operator_slack_webhook_url: string | undefined
  operator_email: string | undefined
  google_client_id: string | undefined
  google_client_secret: string | undefined
  google_url: string | undefined
  gmail_poll_seconds: number
  gmail_sync_days: number
  gmail_pubsub_topic: string | undefined
  gmail_push_token: string | undefined
  discord_url: string
  discord_poll_seconds: number
  expo_url: string
  expo_access_token: string | undefined
  twilio_url: string
  hubspot_client_id: string | undefined
  hubspot_client_secret: string | undefined
  hubspot_scopes: string
  hubspot_url: string
  hubspot_app_url: string
  intercom_client_id: string | undefined
  intercom_client_secret: string | undefined
  intercom_url: string
  intercom_app_url: string
  github_host: string
  github_url: string | undefined
  github_api_url: string | undefined
  github_app_id: string | undefined
  github_app_name: string | undefined
  github_private_key: string | undefined
  github_client_id: string | undefined
  github_client_secret: string | undefined
  github_webhook_secret: string | undefined
  stripe_secret: string | undefined
  stripe_public_key: string | undefined
  stripe_webhook_secret: string | undefined
  stripe_url: string
  stripe_timeout_seconds: number
  billing_grace_days: number
  secret_key: string | undefined
  trust_proxy: boolean | string[] | ((address: string, hop: number) => boolean)
  /** Private networks that `outbound` may call. */
  outbound_allowed_networks: string[]
  log_level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  metrics_token: string | undefined
  job_concurrency: number
  self_signup_enabled: boolean
  demo_account_id: string | undefined
  mention_mails_enabled: boolean
  welcome_mails_enabled: boolean
  reply_mails_enabled: boolean
  reply_mails_per_hour: number
  collect_ip: boolean
  flags: Flags
}

/** The embedded database takes 100 connections. The rest is for our own sessions, commands and maintenance. */
const EMBEDDED_POOL = 80

/** Checks all settings, so that one failed start reports every mistake. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const read = <K extends keyof typeof settings>(key: K) =>
    readSetting<(typeof settings)[K]['otherwise']>(env, settings[key], problems)
  const readFlag = <K extends keyof typeof flags>(key: K) =>
    readSetting<(typeof flags)[K]['otherwise']>(env, flags[key], problems)

  const environment = read('environment')
  const port = read('port')
  const base_url = read('base_url') ?? `http://localhost:${port}`
  const database_url = read('database_url')
  const eu_edition = readFlag('eu_edition')
  const config: Config = {
    environment,
    is_development: environment !== 'production',
    port,
    host: read('host'),
    data_dir: resolve(read('data_dir')),
    base_url,
    database_url,
    // An external database may allow few connections and have other clients.
    database_pool_size: read('database_pool_size') ?? (database_url ? 10 : 32),
    redis_url: read('redis_url'),
    files_url: read('files_url'),
    min_free_disk_mb: read('min_free_disk_mb'),
    upload_mb_per_visitor: read('upload_mb_per_visitor'),
    upload_mb_per_address: read('upload_mb_per_address'),
    upload_mb_per_account: read('upload_mb_per_account'),
    api_calls_per_minute: read('api_calls_per_minute'),
    smtp_url: read('smtp_url'),
    smtp_retries: read('smtp_retries'),
    mailgun: readMailgun(env),
    mail_from: read('mail_from') ?? `Papercups <papercups@${new URL(base_url).hostname}>`,
    check_recipient_domains: read('check_recipient_domains'),
    mail_in_domain: read('mail_in_domain'),
    mail_in_port: read('mail_in_port'),
    mail_in_max_mb: read('mail_in_max_mb'),
    mail_in_per_minute: read('mail_in_per_minute'),
    mail_in_secret: read('mail_in_secret'),
    mailbox_poll_seconds: read('mailbox_poll_seconds'),
    ses_bucket_url: read('ses_bucket_url'),
    mailgun_signing_key: read('mailgun_signing_key'),
    mail_tls_key: read('mail_tls_key'),
    mail_tls_cert: read('mail_tls_cert'),
    slack_client_id: read('slack_client_id'),
    slack_client_secret: read('slack_client_secret'),
    slack_signing_secret: read('slack_signing_secret'),
    slack_url: read('slack_url'),
    operator_slack_webhook_url: read('operator_slack_webhook_url'),
    operator_email: read('operator_email'),
    google_client_id: read('google_client_id'),
    google_client_secret: read('google_client_secret'),
    google_url: read('google_url'),
    gmail_poll_seconds: read('gmail_poll_seconds'),
    gmail_sync_days: read('gmail_sync_days'),
    gmail_pubsub_topic: read('gmail_pubsub_topic'),
    gmail_push_token: read('gmail_push_token'),
    discord_url: read('discord_url'),
    discord_poll_seconds: read('discord_poll_seconds'),
    expo_url: read('expo_url'),
    expo_access_token: read('expo_access_token'),
    twilio_url: read('twilio_url'),
    hubspot_client_id: read('hubspot_client_id'),
    hubspot_client_secret: read('hubspot_client_secret'),
    hubspot_scopes: read('hubspot_scopes'),
    hubspot_url: read('hubspot_url'),
    hubspot_app_url: read('hubspot_app_url'),
    intercom_client_id: read('intercom_client_id'),
    intercom_client_secret: read('intercom_client_secret'),
    intercom_url: read('intercom_url'),
    intercom_app_url: read('intercom_app_url'),
    github_host: read('github_host'),
    github_url: read('github_url'),
    github_api_url: read('github_api_url'),
    github_app_id: read('github_app_id'),
    github_app_name: read('github_app_name'),
    github_private_key: read('github_private_key'),
    github_client_id: read('github_client_id'),
    github_client_secret: read('github_client_secret'),
    github_webhook_secret: read('github_webhook_secret'),
    stripe_secret: read('stripe_secret'),
    stripe_public_key: read('stripe_public_key'),
    stripe_webhook_secret: read('stripe_webhook_secret'),
    stripe_url: read('stripe_url'),
    stripe_timeout_seconds: read('stripe_timeout_seconds'),
    billing_grace_days: read('billing_grace_days'),
    secret_key: read('secret_key'),
    trust_proxy: read('trust_proxy'),
    outbound_allowed_networks: read('outbound_allowed_networks'),
    log_level: read('log_level'),
    metrics_token: read('metrics_token'),
    job_concurrency: read('job_concurrency'),
    self_signup_enabled: read('self_signup_enabled'),
    demo_account_id: read('demo_account_id'),
    mention_mails_enabled: read('mention_mails_enabled'),
    welcome_mails_enabled: read('welcome_mails_enabled'),
    reply_mails_enabled: read('reply_mails_enabled'),
    reply_mails_per_hour: read('reply_mails_per_hour'),
    collect_ip: read('collect_ip'),
    flags: {
      eu_edition,
      storytime_enabled: readFlag('storytime_enabled'),
      user_invitation_email_enabled: readFlag('user_invitation_email_enabled'),
      billing_enabled: readFlag('billing_enabled'),
      chat_with_us_enabled: readFlag('chat_with_us_enabled'),
      file_uploads_enabled: readFlag('file_uploads_enabled'),
      debug_mode_enabled: readFlag('debug_mode_enabled'),
      hide_slack_integrations: readFlag('hide_slack_integrations') ?? eu_edition,
    },
  }
  checkMailer(env, config, problems)
  checkPairs(env, config, problems)
  if (problems.length > 0) throw new StartupError(problems.join('\n'))
  return config
}

export const uploadsAllowed = ({ flags: { file_uploads_enabled: uploads } }: Config, account_id: string) =>
  Array.isArray(uploads) ? uploads.includes(account_id) : uploads

function readMailgun(env: NodeJS.ProcessEnv) {
  const api_key = valueOf(env, 'MAILGUN_API_KEY')
  const domain = valueOf(env, 'DOMAIN')
  return mailerOf(env) === 'mailgun' && api_key && domain ? { api_key, domain } : undefined
}

function checkMailer(env: NodeJS.ProcessEnv, config: Config, problems: string[]) {
  const chosen = mailerOf(env)
  if (chosen && !['local', 'smtp', 'mailgun'].includes(chosen)) {
    problems.push('MAILER_ADAPTER must be one of local, smtp, mailgun.')
  }
  if (chosen === 'mailgun' && !config.mailgun) {
    problems.push('MAILER_ADAPTER=mailgun needs MAILGUN_API_KEY and DOMAIN.')
  }
  if (chosen === 'local' && config.smtp_url) {
    problems.push('MAILER_ADAPTER=local keeps mail on this machine and SMTP_URL sends it. Remove one of them.')
  }
}

/** Settings that do nothing without another one. */
function checkPairs(env: NodeJS.ProcessEnv, config: Config, problems: string[]) {
  const needs = (name: string, others: string[]) => {
    const missing = others.filter((other) => !valueOf(env, other))
    if (valueOf(env, name) && missing.length > 0) problems.push(`${name} needs ${missing.join(' and ')}.`)
  }
  const keys = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
  if (!config.files_url) needs('BUCKET_NAME', keys)
  if (!config.ses_bucket_url) needs('SES_BUCKET_NAME', keys)
  if (!config.mail_in_domain) needs('MAIL_IN_PORT', ['MAIL_IN_DOMAIN'])
  needs('MAIL_TLS_KEY', ['MAIL_TLS_CERT'])
  needs('MAIL_TLS_CERT', ['MAIL_TLS_KEY'])
  if (!config.database_url && config.database_pool_size > EMBEDDED_POOL) {
    problems.push(`DATABASE_POOL_SIZE must be at most ${EMBEDDED_POOL} with the embedded database.`)
  }
}
