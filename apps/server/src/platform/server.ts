import type { DomainEvents } from '@papercups/contract'
import { CompiledQuery } from 'kysely'
import { Account, AccountTransaction, send, type AccountPorts, type Outbox } from './account.js'
import type { Config } from './config.js'
import { protectDataFolder } from './data-folder.js'
import { refuseTransactionPooler } from './database/check-pooler.js'
import { changeTimes, watchChanges, type ChangeListener, type ChangeTimes } from './database/changes.js'
import { openDatabase } from './database/database.js'
import type { Inspect } from './database/inspect-queries.js'
import { migrate, readMigrationNames } from './database/migrate.js'
import { attachDatabase, type AttachedDatabase } from './database/of.js'
import { HttpError } from './errors.js'
import type { Caller, Feature, Reaction } from './feature.js'
import { openFileStore } from './files/open-file-store.js'
import { addGauges } from './gauges.js'
import { ipReader, networkOf } from './http/client-ip.js'
import { operations } from './http/operations.js'
import { RateLimiter } from './http/rate-limit.js'
import { createRedisBuckets } from './http/redis-buckets.js'
import { createHttp } from './http/server.js'
import { siteOf } from './http/site.js'
import { logEvent, readEventLog } from './jobs/event-log.js'
import { enqueue, prepareJobs, startJobs } from './jobs/jobs.js'
import { logReadingDelay } from './jobs/reading-delay.js'
import { renumberRestoredEvents } from './jobs/restored-log.js'
import { createProcessLock } from './jobs/worker-heartbeat.js'
import { startWorkers } from './jobs/workers.js'
import { keepKeys } from './kept-keys.js'
import type { Log } from './log.js'
import { createMailer } from './mail/mailer.js'
import { createMetrics } from './metrics.js'
import { createOutbound } from './outbound/outbound.js'
import type { Platform } from './platform.js'
import { startEmbeddedPostgres } from './postgres/embedded-postgres.js'
import { createReadiness } from './readiness.js'
import { createRealtime } from './realtime/realtime.js'
import { findInstall } from './redis.js'
import { checkSecretKey } from './secret-fingerprint.js'
import { createKeyring, loadSecretKey } from './secrets.js'
import { listen, reachable, Started } from './startup.js'

/** Time for running requests to finish when the server stops. */
const REQUESTS_MS = 3_000

/** Where a call comes from. */
export interface CallOrigin {
  ip: string
  user_agent: string | undefined
}

/** Finds the user of a token or an API key. The listener part drops cached users when the database reports a change. */
export interface Identity extends ChangeListener {
  /** Drops this user, session or API key from the cache. */
  forget(key: string): void
  authenticate(token: string, from?: CallOrigin): Promise<Caller | undefined>
}

type Identify = (platform: Platform, max_age_ms: number) => Identity

export interface ServerOptions {
  config: Config
  log: Log
  features: Feature[]
  identify: { session: Identify; key: Identify }
  /** Tests inspect every query of an account. */
  inspect?: Inspect
  /** Start although the secret key is not the one used before. */
  accept_secret_key?: boolean
  /** How fast a lost connection of the change notices is detected. */
  change_times?: ChangeTimes
}

export type Server = Awaited<ReturnType<typeof startServer>>

/** Builds and starts the server. `stop` ends it without losing work. */
export async function startServer(options: ServerOptions) {
  const started = new Started()
  try {
    return await assemble(options, started)
  } catch (error) {
    await started.stopAll()
    throw error
  }
}

async function assemble(options: ServerOptions, started: Started) {
  const { config, log, features, identify, inspect, change_times: times = changeTimes } = options
  await protectDataFolder(config.data_dir, log)
  const secret = await loadSecretKey(config)
  const embedded = config.database_url
    ? undefined
    : await startEmbeddedPostgres({ data_dir: config.data_dir, log: (sentence) => log.info(sentence) })
  started.add(() => embedded?.stop(), { waits: true })
  const url = config.database_url ?? embedded?.url ?? ''
  const database = openDatabase(url, config.database_pool_size, log)
  started.add(() => database.close())
  const migrations = await readMigrationNames()
  await reachable(() => refuseTransactionPooler(database.pool), log)
  await migrate(database.pool, { log: (line) => log.info(line) })
  await checkSecretKey(database.pool, secret, config, { accept: options.accept_secret_key ?? false })
  const kept_keys = await keepKeys(database.pool, secret)
  await prepareJobs(database.pool, log)
  await renumberRestoredEvents(database.pool, log)

  let draining = false
  const reactionsTo = collectReactions(features)
  const metrics = createMetrics()
  const ports: AccountPorts = {
    db: database.db,
    async run(tx, { name, text, replanned }, values) {
      if (!tx) return (await database.pool.query({ ...(!replanned && { name }), text, values: [...values] })).rows
      return (await tx.executeQuery(CompiledQuery.raw(text, [...values]))).rows as never
    },
    log: logEvent,
    react(account, event, payload) {
      for (const reaction of reactionsTo(event)) {
        try {
          reaction(account, payload as never)
        } catch (error) {
          // The change is committed, and the other reactions still have to broadcast.
          log.error({ err: error, event, reaction: reaction.name }, 'reaction failed')
          metrics.reactionFailed(reaction.name)
        }
      }
    },
    enqueue,
    wakeWorker: (worker) => workers.wake(worker),
    broadcast: (topic, event, payload) => {
      metrics.broadcast(topic)
      platform.realtime.broadcast(topic, event, payload)
    },
    rejoinVisitors: (match) => platform.realtime.rejoinVisitors(match),
    logged: () => eventLog.wake(),
    inspect,
  }

  const platform: Platform = {
    config,
    log,
    files: openFileStore(config),
    mail: createMailer(config, log, metrics),
    outbound: createOutbound({ allowed_networks: config.outbound_allowed_networks }),
    get realtime() {
      return realtime
    },
    async callApi({ method, path, headers, body }) {
      if (draining) return undefined
      const url = path
      const answer = await app.inject({ method: method as 'GET', url, headers, ...(body !== undefined && { body }) })
      return { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload }
    },
    async settleChange(...keys) {
      for (const key of keys) for (const identity of identities) identity.forget(key)
      if (keys.length > 0) await changes.settled()
    },
    key: createKeyring(secret, kept_keys),
    account: (id) => new Account(id, ports),
  }
  started.add(() => platform.mail.close())
  started.add(() => platform.outbound.close())
  const transaction: AttachedDatabase['transaction'] = async (work) => {
    const outbox: Outbox = []
    const begun = database.db.transaction()
    const result = await begun.execute((tx) => work(tx, (id) => new AccountTransaction(id, ports, tx, outbox)))
    send(outbox)
    return result
  }
  attachDatabase(platform, { ...database, transaction })

  const sessions = identify.session(platform, times.max_age_ms)
  const keys = identify.key(platform, times.max_age_ms)
  const identities = [sessions, keys]
  const redis = config.redis_url
    ? { url: config.redis_url, install: await findInstall(database.pool, platform.key('names in redis')) }
    : undefined
  const buckets = redis && createRedisBuckets(redis)
  started.add(() => buckets?.close())
  const limiter = new RateLimiter(buckets)
  const ipOf = ipReader(config.trust_proxy)
  const realtime = createRealtime({
    topics: features.flatMap((feature) => feature.topics ?? []),
    platform,
    log,
    // The upgrade answers with a status only. The client's next HTTP call gets the reason.
    authenticate: (token) => sessions.authenticate(token).catch(undefinedIfRefused),
    ipOf: (request) => networkOf(ipOf(request)),
    siteOf: ({ headers }, named) => siteOf(headers, config.base_url, named),
    redis,
    limiter,
  })
  addGauges(metrics, { database, realtime, has_redis: redis !== undefined })

  const eventLog = readEventLog({
    db: database.db,
    features,
    open: (id, tx, outbox) => new AccountTransaction(id, ports, tx, outbox),
    log,
    failed: (reaction) => metrics.reactionFailed(reaction),
  })
  const delays = logReadingDelay(database.db, log)
  started.add(() => delays.stop())
  const processLock = createProcessLock()
  let wasAway = false
  const changes = watchChanges({
    ...{ url, pool: database.pool, log, times, greeting: processLock.statement },
    listener: {
      changed(key) {
        for (const identity of identities) identity.changed(key)
      },
      connected(connection) {
        for (const identity of identities) identity.connected(connection)
        // A message may have been committed although its response was lost; then it was never broadcast.
        if (wasAway) realtime.refresh()
        wasAway = false
      },
      disconnected(silent_ms) {
        for (const identity of identities) identity.disconnected(silent_ms)
        wasAway = true
      },
    },
  })
  started.add(() => changes.close())
  await changes.started
  const jobs = await startJobs(platform, {
    pool: database.pool,
    jobs: features.flatMap((feature) => feature.jobs ?? []),
    cron: features.flatMap((feature) => feature.cron ?? []),
    concurrency: config.job_concurrency,
    process_lock: processLock.id,
    log,
    metrics,
  })
  started.add(() => jobs.stop())
  const workers = startWorkers(
    platform,
    features.flatMap((feature) => feature.workers ?? []),
  )
  started.add(() => workers.stop())
  started.add(() => eventLog.stop())
  await workers.started

  const { app, declared } = await createHttp({
    platform,
    features,
    metrics,
    limiter,
    sessions,
    keys,
    plain: (app) =>
      operations(app, {
        metrics,
        token: config.metrics_token,
        base_url: config.base_url,
        checkReadiness: createReadiness({
          ...{ config, database, migrations },
          isStopping: () => draining,
          isConnected: () => realtime.isConnected(),
        }),
      }),
  })
  realtime.attach(app.server)
  const closeHttp = async () => {
    // Clients that are idle, or send a header or body slowly, must not delay the stop.
    const cut = setTimeout(() => app.server.closeAllConnections(), REQUESTS_MS)
    await app.close()
    clearTimeout(cut)
  }
  started.add(() => Promise.all([closeHttp(), realtime.close()]))
  await realtime.ready
  await listen(() => app.listen({ port: config.port, host: config.host }), { ...config, setting: 'PORT' })

  /** Accepts nothing more, finishes requests and jobs, asks sockets to reconnect, closes the database. */
  const stop = async () => {
    draining = true
    const jobsDone = jobs.stop()
    // The next process retries jobs that did not finish.
    jobsDone.catch(() => {})
    await started.stopAll()
  }

  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  return { platform, app, declared, realtime, port, stop }
}

/** Of each event once: most features react to none, and every message asks. */
function collectReactions(features: Feature[]) {
  const known = new Map<string, Array<Reaction<never>>>()
  return (event: keyof DomainEvents) => {
    const reactions = known.get(event) ?? features.flatMap(({ on }) => (on?.[event] ?? []) as Array<Reaction<never>>)
    known.set(event, reactions)
    return reactions
  }
}

function undefinedIfRefused(error: unknown) {
  if (error instanceof HttpError) return undefined
  throw error
}
