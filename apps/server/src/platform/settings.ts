import { billingSettings } from './billing-settings.js'
import type { Config } from './config.js'
import { awsBucket } from './files/aws-bucket.js'
import { readS3Address } from './files/s3-address.js'
import { integrationSettings } from './integration-settings.js'
import { mailSettings } from './mail-settings.js'
import {
  address,
  flag,
  networks,
  oneOf,
  proxies,
  setting,
  text,
  uuid,
  valueOf,
  wholeNumber,
  longSecret,
} from './setting.js'

/** Every variable that the server reads, in the order of the table in docs/configuration.md, which a test compares. */
export const settings = {
  environment: setting<Config['environment']>('NODE_ENV', {
    read: oneOf('production', 'development', 'test'),
    otherwise: 'production',
    about: 'Anything but production opens what only developers should see: the local mailbox.',
  }),
  port: setting('PORT', { read: wholeNumber(0, 65535), otherwise: 4000, about: 'The port to listen on.' }),
  host: setting('HOST', {
    read: text,
    otherwise: '0.0.0.0',
    assemble: {
      names: ['USE_IP_V6'],
      text: (env) => (/^(1|true)$/i.test(valueOf(env, 'USE_IP_V6') ?? '') ? '::' : undefined),
    },
    about: 'The network address to listen on. 127.0.0.1 hides the server behind a proxy on the same machine.',
  }),
  data_dir: setting('DATA_DIR', {
    read: text,
    otherwise: './data',
    about:
      'Holds the embedded database, uploaded files, the local mailbox and the secret key. Only its owner can read it. Back it up.',
  }),
  base_url: setting<string | undefined>('BASE_URL', {
    read: publicAddress,
    otherwise: undefined,
    shown: 'http://localhost:PORT',
    assemble: {
      names: ['BACKEND_URL'],
      text(env) {
        const host = valueOf(env, 'BACKEND_URL')
        return host && !/^https?:\/\//.test(host) ? `https://${host}` : host
      },
    },
    about: 'The address that people open. Links in mails, file addresses and embed snippets start with it.',
  }),
  database_url: setting<string | undefined>('DATABASE_URL', {
    read: databaseUrl,
    otherwise: undefined,
    shown: 'the embedded PostgreSQL',
    about:
      'An outside PostgreSQL, version 15 or later. Add `?sslmode=verify-full` to demand TLS, or `?sslmode=no-verify` where nobody vouches for the server’s certificate.',
  }),
  database_pool_size: setting<number | undefined>('DATABASE_POOL_SIZE', {
    also: ['POOL_SIZE'],
    read: wholeNumber(2, 1000),
    otherwise: undefined,
    shown: '32, or 10 with `DATABASE_URL`',
    about:
      'Database connections of each process, at most; 80 with the embedded database. A message holds one until the disk has it.',
  }),
  redis_url: setting<string | undefined>('REDIS_URL', {
    also: ['REDIS_TLS_URL'],
    read: address('redis://host:6379', 'redis:', 'rediss:'),
    otherwise: undefined,
    shown: 'none: one process',
    about: 'Redis or Valkey. Needed as soon as several processes serve one database.',
  }),
  files_url: setting<string | undefined>('FILES_URL', {
    read: (value) => (readS3Address(value), value),
    otherwise: undefined,
    shown: 'the data folder',
    assemble: {
      names: ['BUCKET_NAME', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION'],
      text: (env) => awsBucket(env, 'BUCKET_NAME', 'AWS_REGION'),
    },
    about:
      'An S3-compatible store: `s3://KEY:SECRET@host[:port]/bucket?region=eu-west-1`. Percent-encode KEY and SECRET; `tls=false` for plain HTTP.',
  }),
  min_free_disk_mb: setting('MIN_FREE_DISK_MB', {
    read: wholeNumber(0, 999_999_999),
    otherwise: 500,
    about:
      'With less free space on the disk of DATA_DIR, uploads are refused and `/ready` says so. It keeps room for the database.',
  }),
  upload_mb_per_visitor: setting('UPLOAD_MB_PER_VISITOR', {
    read: wholeNumber(0, 999_999_999),
    otherwise: 100,
    about: 'Megabytes that one visitor may upload on a day. 0 is no limit.',
  }),
  upload_mb_per_address: setting('UPLOAD_MB_PER_ADDRESS', {
    read: wholeNumber(0, 999_999_999),
    otherwise: 1_000,
    about: 'The same for all uploads from one network address.',
  }),
  upload_mb_per_account: setting('UPLOAD_MB_PER_ACCOUNT', {
    read: wholeNumber(0, 999_999_999),
    otherwise: 5_000,
    about: 'The same for all visitors of one account, and once more for its team.',
  }),
  api_calls_per_minute: setting('API_CALLS_PER_MINUTE', {
    read: wholeNumber(1, 999_999_999),
    otherwise: 1_200,
    about: 'Calls that one API key may make in a minute.',
  }),
  ...mailSettings,
  ...integrationSettings,
  ...billingSettings,
  secret_key: setting<string | undefined>('SECRET_KEY', {
    also: ['SECRET_KEY_BASE'],
    read(value) {
      if (value.length < 32) throw new Error('must have at least 32 characters')
      return value
    },
    otherwise: undefined,
    shown: 'made and kept in DATA_DIR/secret-key',
    about: 'Signs sessions and encrypts stored provider tokens. Several processes need the same one.',
  }),
  trust_proxy: setting<Config['trust_proxy']>('TRUST_PROXY', {
    read: proxies,
    otherwise: false,
    about:
      'Proxies whose `X-Forwarded-For` is trusted: IPs and ranges, separated by commas; or the number of proxies in a row, if nobody can bypass them.',
  }),
  outbound_allowed_networks: setting<string[]>('OUTBOUND_ALLOWED_NETWORKS', {
    read: networks,
    otherwise: [],
    shown: 'none',
    about:
      'Private networks that webhooks, functions and mailboxes may call: addresses and ranges like `10.1.0.0/16`, separated by commas. Without it only the public internet.',
  }),
  log_level: setting<Config['log_level']>('LOG_LEVEL', {
    read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    otherwise: 'info',
    about: 'The least important log line to write: fatal, error, warn, info, debug, trace or silent.',
  }),
  metrics_token: setting<string | undefined>('METRICS_TOKEN', {
    read: longSecret,
    otherwise: undefined,
    shown: 'none: only on this machine',
    about:
      'Opens `/metrics` to callers that send `Authorization: Bearer` and this token. Needed as soon as BASE_URL is not this machine.',
  }),
  job_concurrency: setting('JOB_CONCURRENCY', {
    read: wholeNumber(1, 1000),
    otherwise: 10,
    about: 'Background jobs that each process runs at once.',
  }),
  self_signup_enabled: setting('REGISTRATION_DISABLED', {
    also: ['PAPERCUPS_REGISTRATION_DISABLED'],
    read: (value) => !flag(value),
    otherwise: true,
    shown: 'false',
    about: 'true refuses new companies. Invited users can still register.',
  }),
  demo_account_id: setting<string | undefined>('DEMO_ACCOUNT_ID', {
    read: uuid,
    otherwise: undefined,
    shown: 'the first account',
    about: 'The account that the widget on `/demo` writes to.',
  }),
  mention_mails_enabled: setting('MENTION_NOTIFICATION_EMAILS_DISABLED', {
    read: (value) => !flag(value),
    otherwise: true,
    shown: 'false',
    about: 'true sends no mail about mentions.',
  }),
  welcome_mails_enabled: setting('WELCOME_EMAIL_ENABLED', {
    read: flag,
    otherwise: false,
    about: 'Mails each new user a welcome with the first steps, 35 minutes after the registration.',
  }),
  reply_mails_enabled: setting('CONVERSATION_REPLY_EMAILS_ENABLED', {
    read: flag,
    otherwise: true,
    about: 'Mails answers that a visitor has not seen in the chat after 20 minutes.',
  }),
  reply_mails_per_hour: setting('REPLY_MAILS_PER_HOUR', {
    read: wholeNumber(1, 1_000),
    otherwise: 10,
    about: 'How many of these mails one customer gets in an hour. It ends loops between two machines.',
  }),
  collect_ip: setting('COLLECT_IP', {
    also: ['PAPERCUPS_IP_COLLECTION_ENABLED'],
    read: flag,
    otherwise: false,
    about: 'Keep the network addresses of customers.',
  }),
}

const page = (name: string) => `REACT_APP_${name}`

export const flags = {
  eu_edition: setting('EU_EDITION', {
    also: [page('EU_EDITION')],
    read: flag,
    otherwise: false,
    about: 'European prices and wording.',
  }),
  storytime_enabled: setting('STORYTIME_ENABLED', {
    also: [page('STORYTIME_ENABLED'), 'PAPERCUPS_STORYTIME_ENABLED'],
    read: flag,
    otherwise: true,
    about: 'Live sessions of visitors.',
  }),
  user_invitation_email_enabled: setting('USER_INVITATION_EMAIL_ENABLED', {
    also: [page('USER_INVITATION_EMAIL_ENABLED')],
    read: flag,
    otherwise: false,
    about: 'Invitations can be mailed, not only copied as links.',
  }),
  billing_enabled: setting('BILLING_ENABLED', {
    also: [page('BILLING_ENABLED')],
    read: flag,
    otherwise: false,
    about: 'Plans, their prices and their limits. Without it nothing is limited.',
  }),
  chat_with_us_enabled: setting('CHAT_WITH_US_ENABLED', {
    also: [page('CHAT_WITH_US_ENABLED')],
    read: flag,
    otherwise: false,
    about: 'The dashboard shows a chat with its operator.',
  }),
  file_uploads_enabled: setting<boolean | string[]>('FILE_UPLOADS_ENABLED', {
    also: [page('FILE_UPLOADS_ENABLED')],
    read: accountsOrFlag,
    otherwise: true,
    about: 'true, false, or the ids of the accounts that may upload files, separated by commas.',
  }),
  debug_mode_enabled: setting('DEBUG_MODE_ENABLED', {
    also: [page('DEBUG_MODE_ENABLED')],
    read: flag,
    otherwise: false,
    about: 'The pages log what they do to the browser’s console.',
  }),
  hide_slack_integrations: setting<boolean | undefined>('HIDE_SLACK_INTEGRATIONS', {
    also: [page('HIDE_SLACK_INTEGRATIONS')],
    read: flag,
    otherwise: undefined,
    shown: 'as EU_EDITION',
    about: 'The dashboard does not offer Slack.',
  }),
}

/** Without an `application_name`: processes find each other's connections by ours. */
function databaseUrl(value: string) {
  const url = address('postgres://user:password@host/database', 'postgres:', 'postgresql:')(value)
  const [base = '', query = ''] = url.split('?', 2)
  const kept = query.split('&').filter((one) => one && !one.startsWith('application_name='))
  return kept.length > 0 ? `${base}?${kept.join('&')}` : base
}

function publicAddress(value: string) {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const plain =
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username
  if (!plain) throw new Error('must be an address like https://support.acme.com, without a path')
  return url.origin
}

function accountsOrFlag(value: string) {
  if (!/[0-9a-f]-/i.test(value)) return flag(value)
  try {
    return value.split(',').map((id) => uuid(id.trim()))
  } catch {
    throw new Error('must be true, false, or account ids separated by commas')
  }
}
