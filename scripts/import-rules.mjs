import { posix } from 'node:path'

const PLACES = {
  platform: /^apps\/server\/src\/platform\//,
  group: /^apps\/server\/src\/features\/([^/]+)\//,
  feature: /^apps\/server\/src\/features\/[^/]+\/([^/]+)\//,
  integration: /^apps\/server\/src\/integrations\/([^/]+)\//,
  harness: /^apps\/server\/test\//,
  screen: /^apps\/dashboard\/src\/features\/([^/]+)\//,
  dashboard: /^apps\/dashboard\//,
  browser: /^(apps\/(dashboard|widget)|packages\/recorder)\/src\//,
  contract: /^packages\/contract\/src\//,
  clientCore: /^packages\/client-core\/src\//,
  sdk: /^packages\/sdk\/src\//,
  plans: /^packages\/plans\/src\//,
  database: /^apps\/server\/src\/platform\/database\//,
  test: /\.test\.tsx?$/,
  app: /^apps\/server\/src\/[^/]+$/,
}
/** The groups of server features. A group may import itself and the groups before it. */
const GROUPS = [
  'account',
  'widget',
  'mail',
  'identity',
  'billing',
  'team',
  'people',
  'inbox',
  'recording',
  'directory',
  'privacy',
  'channels',
  'reports',
  'developers',
  'operations',
]
const DASHBOARD = 'apps/dashboard/src/'
const SHARED_BY_SCREENS = [`${DASHBOARD}entities/`, `${DASHBOARD}ui/`, `${DASHBOARD}lib/`]
/** It refuses SQL without a condition on the account, so features may use it for their statements. */
const SCOPED_STATEMENT = 'apps/server/src/platform/database/statement.ts'

export const is = (place, file) => file !== undefined && PLACES[place].test(file)
export const nameOf = (place, file) => PLACES[place].exec(file)?.[1]
const isUnder = (file, ...folders) => file !== undefined && folders.some((folder) => file.startsWith(folder))
const appOf = (file) => /^apps\/([^/]+)\//.exec(file ?? '')?.[1]
const mayUseDatabase = (file) =>
  is('platform', file) || is('harness', file) || is('test', file) || posix.basename(file) === 'unscoped.ts'

/** Kysely's `sql` only builds an expression; running it needs a connection. */
const isDriver = (name, names) => name === 'pg' || (name === 'kysely' && names.join() !== 'sql')

/** Each rule gets one import: the importing file, the import text and the imported file. */
export const RULES = [
  {
    says: 'platform knows neither features, integrations nor app.ts',
    breaks: ({ file, target }) =>
      is('platform', file) && (is('feature', target) || is('integration', target) || is('app', target)),
  },
  {
    says: 'a feature knows no integration and not app.ts',
    breaks: ({ file, target }) => is('feature', file) && (is('integration', target) || is('app', target)),
  },
  {
    says: 'every feature is in a group that scripts/import-rules.mjs lists',
    breaks: ({ file }) => is('group', file) && !GROUPS.includes(nameOf('group', file)),
  },
  {
    says: `features import only groups before their own: ${GROUPS.join(', ')}`,
    breaks: ({ file, target }) =>
      is('group', file) &&
      is('group', target) &&
      !is('test', file) &&
      GROUPS.indexOf(nameOf('group', target)) > GROUPS.indexOf(nameOf('group', file)),
  },
  {
    says: "a feature or integration uses another feature's verbs and queries, not its routes",
    breaks: ({ file, target }) =>
      (is('feature', file) || is('integration', file)) &&
      is('feature', target) &&
      nameOf('feature', target) !== nameOf('feature', file) &&
      posix.basename(target) === 'routes.ts',
  },
  {
    says: 'an integration knows no other integration and not app.ts',
    breaks: ({ file, target }) =>
      is('integration', file) &&
      ((is('integration', target) && nameOf('integration', target) !== nameOf('integration', file)) ||
        is('app', target)),
  },
  {
    says: 'only platform/ and unscoped.ts reach the database',
    breaks: ({ file, target, specifier, names, is_type }) =>
      appOf(file) === 'server' &&
      !is_type &&
      !mayUseDatabase(file) &&
      ((is('database', target) && target !== SCOPED_STATEMENT) || isDriver(packageOf(specifier), names)),
  },
  {
    says: 'the harness of the tests is for tests',
    breaks: ({ file, target }) =>
      is('harness', target) && !is('harness', file) && !is('test', file) && !isUnder(file, 'e2e/'),
  },
  {
    says: 'a dashboard feature uses entities, ui, lib and itself, never another feature',
    breaks: ({ file, target }) =>
      is('screen', file) &&
      is('dashboard', target) &&
      nameOf('screen', target) !== nameOf('screen', file) &&
      !isUnder(target, ...SHARED_BY_SCREENS),
  },
  {
    says: 'entities, ui and lib of the dashboard know no feature and not the app',
    breaks: ({ file, target }) =>
      isUnder(file, ...SHARED_BY_SCREENS) && is('dashboard', target) && !isUnder(target, ...SHARED_BY_SCREENS),
  },
  {
    says: 'ui and lib of the dashboard know no entity',
    breaks: ({ file, target }) =>
      isUnder(file, `${DASHBOARD}ui/`, `${DASHBOARD}lib/`) && isUnder(target, `${DASHBOARD}entities/`),
  },
  {
    says: 'a browser takes only types from the contract (import type)',
    breaks: ({ file, specifier, is_type }) =>
      is('browser', file) && packageOf(specifier) === '@papercups/contract' && !is_type,
  },
  {
    says: 'client-core runs in every browser client: it imports only types of the contract',
    breaks: ({ file, specifier, target, is_type }) =>
      is('clientCore', file) &&
      !is('test', file) &&
      !is('clientCore', target) &&
      !(is_type && packageOf(specifier) === '@papercups/contract'),
  },
  {
    says: 'the server does not import client-core',
    breaks: ({ file, target }) => isUnder(file, 'apps/server/') && is('clientCore', target),
  },
  {
    says: 'the contract imports only TypeBox',
    breaks: ({ file, specifier, target }) =>
      is('contract', file) && !is('test', file) && !is('contract', target) && packageOf(specifier) !== 'typebox',
  },
  {
    says: 'the SDK imports nothing: programs install it alone',
    breaks: ({ file, target }) => is('sdk', file) && !is('test', file) && !is('sdk', target),
  },
  {
    says: 'plans imports nothing: the server and a page use it',
    breaks: ({ file, target }) => is('plans', file) && !is('test', file) && !is('plans', target),
  },
  {
    says: 'an app or package reaches another only through its package name',
    breaks: ({ file, target, specifier }) =>
      specifier.startsWith('.') &&
      target !== undefined &&
      isUnder(file, 'apps/', 'packages/') &&
      homeOf(file) !== homeOf(target),
  },
  {
    says: 'a package imports no app, and no app another app',
    breaks: ({ file, specifier }) => {
      const app = /^@papercups\/(server|dashboard|widget)$/.exec(packageOf(specifier))?.[1]
      return app !== undefined && isUnder(file, 'apps/', 'packages/') && appOf(file) !== app
    },
  },
  {
    says: 'a relative import names a file that exists, with its ending',
    breaks: ({ specifier, target, file }) => specifier.startsWith('.') && target === undefined && !is('harness', file),
  },
]

const homeOf = (file) => file.split('/').slice(0, 2).join('/')
export const packageOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
