import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, uploadsAllowed } from './config.js'
import { flags, settings } from './settings.js'
import { StartupError } from './startup-error.js'

const refusal = (env: NodeJS.ProcessEnv) => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof StartupError) return error.message.split('\n')
    throw error
  }
  return []
}

test('without settings it is a production install on port 4000', () => {
  expect(readConfig({})).toMatchObject({
    environment: 'production',
    is_development: false,
    port: 4000,
    host: '0.0.0.0',
    data_dir: resolve('data'),
    base_url: 'http://localhost:4000',
    database_url: undefined,
    redis_url: undefined,
    files_url: undefined,
    smtp_url: undefined,
    mailgun: undefined,
    mail_from: 'Papercups <papercups@localhost>',
    trust_proxy: false,
    log_level: 'info',
    self_signup_enabled: true,
    collect_ip: false,
    flags: {
      eu_edition: false,
      storytime_enabled: true,
      user_invitation_email_enabled: false,
      billing_enabled: false,
      chat_with_us_enabled: false,
      file_uploads_enabled: true,
      debug_mode_enabled: false,
      hide_slack_integrations: false,
    },
  })
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', BASE_URL: ' ', SMTP_URL: '' })).toEqual(readConfig({}))
})

test('a failed start reports every mistake, one sentence each', () => {
  const env = { PORT: 'abc', NODE_ENV: 'staging', STORYTIME_ENABLED: 'yes', BASE_URL: 'acme.com', SECRET_KEY: 'short' }
  expect(refusal(env)).toEqual([
    'NODE_ENV must be one of production, development, test, not "staging".',
    'PORT must be a whole number from 0 to 65535, not "abc".',
    'BASE_URL must be an address like https://support.acme.com, without a path.',
    'SECRET_KEY must have at least 32 characters.',
    'STORYTIME_ENABLED must be true or false, not "yes".',
  ])
})

test('an error about a URL does not repeat its password', () => {
  const env = {
    DATABASE_URL: 'mysql://ada:hunter2@db/x',
    REDIS_URL: 'hunter2',
    SMTP_URL: 'http://ada:hunter2@mail',
    FILES_URL: 's3://key:hunter2@host',
    SECRET_KEY: 'hunter2',
  }
  const problems = refusal(env)
  expect(problems).toHaveLength(5)
  expect(problems.join()).not.toContain('hunter2')
})

test('checks BASE_URL and MAIL_FROM', () => {
  expect(readConfig({ BASE_URL: 'https://support.acme.com/' }).base_url).toBe('https://support.acme.com')
  expect(readConfig({ PORT: '80' }).base_url).toBe('http://localhost:80')
  for (const wrong of ['https://acme.com/chat', 'ftp://acme.com', 'https://a:b@acme.com', 'https://acme.com?x=1']) {
    expect(refusal({ BASE_URL: wrong })).toHaveLength(1)
  }
  expect(readConfig({ MAIL_FROM: 'Acme <help@acme.com>' }).mail_from).toBe('Acme <help@acme.com>')
  for (const wrong of ['Acme', 'Acme <help>', 'a@b\r\nBcc: c@d', '<a@b> <c@d>']) {
    expect(refusal({ MAIL_FROM: wrong })).toHaveLength(1)
  }
})

test('reads the trusted proxies', () => {
  expect(readConfig({ TRUST_PROXY: 'true' }).trust_proxy).toBe(true)
  expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trust_proxy).toEqual(['10.0.0.0/8', '::1'])
  expect(readConfig({ TRUST_PROXY: 'loopback' }).trust_proxy).toEqual(['loopback'])
  const hops = readConfig({ TRUST_PROXY: '1' }).trust_proxy
  if (typeof hops !== 'function') throw new Error('a number of proxies becomes a function')
  expect([hops('10.0.0.1', 0), hops('10.0.0.1', 1)]).toEqual([true, false])
  for (const wrong of ['10.0.0.0/33', 'proxy.acme.com', '10.0.0.0/8,', '10.0.0.1/8/8']) {
    expect(refusal({ TRUST_PROXY: wrong })).toHaveLength(1)
  }
})

test('accepts the former names of flags', () => {
  expect(readConfig({ REACT_APP_EU_EDITION: '1' }).flags).toMatchObject({
    eu_edition: true,
    hide_slack_integrations: true,
  })
  expect(readConfig({ EU_EDITION: 'true', HIDE_SLACK_INTEGRATIONS: 'false' }).flags.hide_slack_integrations).toBe(false)
  expect(readConfig({ STORYTIME_ENABLED: 'true', REACT_APP_STORYTIME_ENABLED: '0' }).flags.storytime_enabled).toBe(true)
  expect(readConfig({ PAPERCUPS_REGISTRATION_DISABLED: 'true' }).self_signup_enabled).toBe(false)
})

test('uploads can be limited to some accounts', () => {
  const acme = '11111111-2222-4333-8444-555555555555'
  const globex = '99999999-2222-4333-8444-555555555555'
  const some = readConfig({ FILE_UPLOADS_ENABLED: acme.toUpperCase() })
  expect([uploadsAllowed(some, acme), uploadsAllowed(some, globex)]).toEqual([true, false])
  expect(uploadsAllowed(readConfig({ FILE_UPLOADS_ENABLED: 'false' }), acme)).toBe(false)
  expect(refusal({ FILE_UPLOADS_ENABLED: `${acme}, nonsense` })).toHaveLength(1)
})

test('the connections keep their own application_name', () => {
  const read = (DATABASE_URL: string) => readConfig({ DATABASE_URL }).database_url
  expect(read('postgres://a:b%3F@db/x?application_name=y')).toBe('postgres://a:b%3F@db/x')
  expect(read('postgres://db/x?sslmode=no-verify&application_name=y&host=z')).toBe(
    'postgres://db/x?sslmode=no-verify&host=z',
  )
})

test('uses fewer connections for an external database', () => {
  expect(readConfig({}).database_pool_size).toBe(32)
  expect(readConfig({ DATABASE_URL: 'postgres://db/papercups' }).database_pool_size).toBe(10)
})

test('accepts the variables of the original Papercups', () => {
  const config = readConfig({
    BACKEND_URL: 'chat.acme.com',
    SECRET_KEY_BASE: 'x'.repeat(64),
    FROM_ADDRESS: 'help@acme.com',
    POOL_SIZE: '20',
    REDIS_TLS_URL: 'rediss://redis:6380',
    USE_IP_V6: 'true',
    MAILER_ADAPTER: 'Swoosh.Adapters.SMTP',
    SMTP_HOST_ADDR: 'mail.acme.com',
    SMTP_HOST_PORT: '587',
    SMTP_USER_NAME: 'ada@acme.com',
    SMTP_USER_PWD: 'p/w:d',
    SMTP_RETRIES: '4',
    AWS_ACCESS_KEY_ID: 'KEY',
    AWS_SECRET_ACCESS_KEY: 'SE/CRET+',
    AWS_REGION: 'eu-west-1',
    BUCKET_NAME: 'acme-files',
  })
  expect(config).toMatchObject({
    base_url: 'https://chat.acme.com',
    secret_key: 'x'.repeat(64),
    mail_from: 'help@acme.com',
    database_pool_size: 20,
    redis_url: 'rediss://redis:6380',
    host: '::',
    smtp_url: 'smtp://ada%40acme.com:p%2Fw%3Ad@mail.acme.com:587',
    smtp_retries: 4,
    files_url: 's3://KEY:SE%2FCRET%2B@s3.eu-west-1.amazonaws.com/acme-files?region=eu-west-1',
  })
})

test('accepts the mailers of the original Papercups', () => {
  expect(readConfig({ MAILER_ADAPTER: 'Swoosh.Adapters.Local', SMTP_HOST_ADDR: 'x' }).smtp_url).toBeUndefined()
  const mailgun = { MAILER_ADAPTER: 'Swoosh.Adapters.Mailgun', MAILGUN_API_KEY: 'key', DOMAIN: 'mg.acme.com' }
  expect(readConfig(mailgun).mailgun).toEqual({ api_key: 'key', domain: 'mg.acme.com' })
  expect(refusal({ ...mailgun, DOMAIN: '' })).toEqual(['MAILER_ADAPTER=mailgun needs MAILGUN_API_KEY and DOMAIN.'])
  expect(refusal({ MAILER_ADAPTER: 'pigeon' })).toEqual(['MAILER_ADAPTER must be one of local, smtp, mailgun.'])
})

test('reads the mailer in any spelling, and refuses one that contradicts SMTP_URL', () => {
  for (const MAILER_ADAPTER of ['SMTP', 'Smtp', 'swoosh.adapters.smtp', 'Swoosh.Adapters.SMTP']) {
    expect(readConfig({ MAILER_ADAPTER, SMTP_HOST_ADDR: 'mx' }).smtp_url, MAILER_ADAPTER).toBe('smtp://mx:25')
  }
  expect(refusal({ MAILER_ADAPTER: 'local', SMTP_URL: 'smtp://mail.acme.com' })).toEqual([
    'MAILER_ADAPTER=local keeps mail on this machine and SMTP_URL sends it. Remove one of them.',
  ])
})

test('refuses settings that do nothing without another one', () => {
  const AWS_ACCESS_KEY_ID = 'KEY'
  const half: Array<[NodeJS.ProcessEnv, string]> = [
    [{ BUCKET_NAME: 'files' }, 'BUCKET_NAME needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'],
    [{ BUCKET_NAME: 'files', AWS_ACCESS_KEY_ID }, 'BUCKET_NAME needs AWS_SECRET_ACCESS_KEY.'],
    [{ SES_BUCKET_NAME: 'mail', AWS_ACCESS_KEY_ID }, 'SES_BUCKET_NAME needs AWS_SECRET_ACCESS_KEY.'],
    [{ MAIL_IN_PORT: '25' }, 'MAIL_IN_PORT needs MAIL_IN_DOMAIN.'],
    [{ MAIL_TLS_KEY: '/key.pem' }, 'MAIL_TLS_KEY needs MAIL_TLS_CERT.'],
    [{ MAIL_TLS_CERT: '/cert.pem' }, 'MAIL_TLS_CERT needs MAIL_TLS_KEY.'],
    [{ DATABASE_POOL_SIZE: '200' }, 'DATABASE_POOL_SIZE must be at most 80 with the embedded database.'],
  ]
  for (const [env, sentence] of half) expect(refusal(env)).toEqual([sentence])

  const whole: NodeJS.ProcessEnv[] = [
    { BUCKET_NAME: 'files', FILES_URL: 's3://KEY:SECRET@minio:9000/bucket' },
    { MAIL_IN_PORT: '25', SES_FORWARDING_DOMAIN: 'chat.acme.com' },
    { DATABASE_POOL_SIZE: '200', DATABASE_URL: 'postgres://db/papercups' },
    { DATABASE_POOL_SIZE: '80' },
  ]
  for (const env of whole) expect(refusal(env)).toEqual([])
})

test('ignores AWS keys without a bucket', () => {
  expect(readConfig({ AWS_ACCESS_KEY_ID: 'KEY', AWS_SECRET_ACCESS_KEY: 'SECRET' }).files_url).toBeUndefined()
})

test('the table in docs/ matches the variables', async () => {
  const page = await readFile(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  const documented = rows.map((row) =>
    row
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  )
  const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')
  const known = [...Object.values(settings), ...Object.values(flags)].map((one) => [
    `\`${one.name}\``,
    one.shown,
    one.about,
    code([...one.also, ...(one.assemble?.names ?? [])]),
  ])
  expect(documented).toEqual(known)
})
