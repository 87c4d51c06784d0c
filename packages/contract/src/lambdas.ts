import { Type, type Static } from 'typebox'
import { FilledLine, Instant, Line, Metadata, Nullable, Omittable, Timestamp, UserId, Uuid } from './scalars.js'
import { WebhookEvent } from './webhooks.js'

/** Characters of a function's code. */
export const MAX_CODE = 1_000_000

const Code = Type.String({ maxLength: MAX_CODE })
const Description = Type.String({ maxLength: 2_000 })

/** Pending until the first deployment. Only active functions get events. */
export const LambdaStatus = Type.Enum(['pending', 'active', 'inactive'])
export type LambdaStatus = Static<typeof LambdaStatus>

/** A function of the account. It runs in the server for the events that it chose. */
export const Lambda = Type.Object({
  id: Uuid,
  object: Type.Literal('lambda'),
  created_at: Timestamp,
  /** Equal to `last_deployed_at` if nothing changed since the last deployment. */
  updated_at: Timestamp,
  account_id: Uuid,
  creator_id: Nullable(UserId),
  name: Type.String(),
  description: Nullable(Type.String()),
  /** The draft. The deployed code is that of `deployed_version`. */
  code: Nullable(Type.String()),
  language: Nullable(Type.String()),
  runtime: Nullable(Type.String()),
  status: LambdaStatus,
  last_deployed_at: Nullable(Instant),
  last_executed_at: Nullable(Instant),
  metadata: Nullable(Metadata),
  /** It runs for these events. Of new messages, only for those that customers wrote. */
  events: Type.Array(WebhookEvent),
  /** When it runs besides: five fields, UTC. */
  cron: Nullable(Type.String()),
  /** The number of the version that runs. */
  deployed_version: Nullable(Type.Integer()),
  /** Whether the deployment has an API key that still exists. Deploying again uses the newest key of the caller. */
  has_api_key: Type.Boolean(),
})
export type Lambda = Static<typeof Lambda>

const settings = {
  description: Omittable(Description),
  code: Omittable(Code),
  language: Omittable(Type.Enum(['javascript'])),
  runtime: Omittable(Type.Enum(['nodejs14.x'])),
  /** Active counts as pending before the first deployment. */
  status: Type.Optional(LambdaStatus),
  metadata: Omittable(Metadata),
  /** Without it: new messages. */
  events: Type.Optional(Type.Array(WebhookEvent, { maxItems: 100 })),
  cron: Omittable(Line),
}
export const NewLambda = Type.Object({ name: FilledLine, ...settings })
export type NewLambda = Static<typeof NewLambda>
export const LambdaChanges = Type.Object({ name: Type.Optional(FilledLine), ...settings })
export type LambdaChanges = Static<typeof LambdaChanges>

export const LambdaFilters = Type.Object({
  status: Omittable(LambdaStatus),
  name: Omittable(Line),
  creator_id: Omittable(UserId),
  /** A part of the name or of the description. */
  q: Omittable(Line),
})
export type LambdaFilters = Static<typeof LambdaFilters>

/** Deploys the stored code, or that of the call. */
export const LambdaDeployment = Type.Object({
  file: Type.Optional(Type.Unknown({ description: 'A zip with index.js, as a part of a multipart form.' })),
  name: Type.Optional(FilledLine),
  description: Omittable(Description),
  code: Omittable(Code),
})

export const LambdaCall = Type.Object({
  event: Type.String({ maxLength: 255 }),
  payload: Type.Optional(Type.Unknown()),
})

/** What the function returned. A function that failed gives an object with `errorMessage`. */
export const LambdaResult = Type.Object({
  data: Type.Unknown(),
  /** Null if the function was never deployed. */
  run_id: Nullable(Uuid),
})

/** One deployed state of the code. */
export const LambdaVersion = Type.Object({
  number: Type.Integer(),
  object: Type.Literal('lambda_version'),
  created_at: Instant,
  /** Who deployed it. */
  user_id: Nullable(UserId),
  /** Characters of the code. */
  size: Type.Integer(),
  is_deployed: Type.Boolean(),
})
export type LambdaVersion = Static<typeof LambdaVersion>

export const LambdaVersionDetails = Type.Object({ ...LambdaVersion.properties, code: Type.String() })
export type LambdaVersionDetails = Static<typeof LambdaVersionDetails>

/** Its value is never shown. The function reads it as `process.env.NAME`. */
export const LambdaSecret = Type.Object({
  name: Type.String(),
  object: Type.Literal('lambda_secret'),
  updated_at: Instant,
})
export type LambdaSecret = Static<typeof LambdaSecret>

export const SecretName = Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,63}$' })
export const SecretValue = Type.Object({ value: Type.String({ minLength: 1, maxLength: 8_000 }) })

/** What started a run: an event, the clock, somebody who tests, or a rehearsal. */
export const RunTrigger = Type.Enum(['event', 'cron', 'test', 'rehearsal'])
export type RunTrigger = Static<typeof RunTrigger>

export const RunStatus = Type.Enum(['waiting', 'running', 'succeeded', 'failed'])
export type RunStatus = Static<typeof RunStatus>

export const LambdaRun = Type.Object({
  id: Uuid,
  object: Type.Literal('lambda_run'),
  lambda_id: Uuid,
  /** Null in a rehearsal, which runs a draft. */
  version: Nullable(Type.Integer()),
  trigger: RunTrigger,
  /** The name of the event; `cron` if the clock started it. */
  event: Type.String(),
  status: RunStatus,
  /** More than one if a runner or the server stopped while it ran. */
  attempts: Type.Integer({ minimum: 0 }),
  created_at: Instant,
  finished_at: Nullable(Instant),
  duration_ms: Nullable(Type.Integer({ minimum: 0 })),
  /** Why it failed. */
  error: Nullable(Type.String()),
})
export type LambdaRun = Static<typeof LambdaRun>

export const ConsoleLine = Type.Object({
  level: Type.Enum(['log', 'warn', 'error']),
  text: Type.String(),
})
export type ConsoleLine = Static<typeof ConsoleLine>

/** A call that a rehearsal recorded instead of sending it. */
export const RecordedWrite = Type.Object({
  method: Type.String(),
  url: Type.String(),
  body: Nullable(Type.String()),
})
export type RecordedWrite = Static<typeof RecordedWrite>

export const LambdaRunDetails = Type.Object({
  ...LambdaRun.properties,
  /** What the function got, as JSON. */
  input: Type.String(),
  /** What it returned, as JSON. */
  result: Nullable(Type.String()),
  output: Type.Array(ConsoleLine),
  /** Only in a rehearsal. */
  writes: Type.Array(RecordedWrite),
})
export type LambdaRunDetails = Static<typeof LambdaRunDetails>

/** Newest first. `next` is the `after` of the following page. */
export const LambdaRunPage = Type.Object({ data: Type.Array(LambdaRun), next: Nullable(Type.String()) })
export type LambdaRunPage = Static<typeof LambdaRunPage>

export const LambdaRunFilters = Type.Object({
  status: Omittable(RunStatus),
  after: Omittable(Type.String({ pattern: '^\\d{1,18}$' })),
  limit: Omittable(Type.Integer({ minimum: 1, maximum: 100 })),
})
export type LambdaRunFilters = Static<typeof LambdaRunFilters>

/** A draft that runs over events of the last 30 days. Calls that write are recorded, not sent. */
export const LambdaRehearsal = Type.Object({
  id: Uuid,
  object: Type.Literal('lambda_rehearsal'),
  lambda_id: Uuid,
  created_at: Instant,
  /** Events that it runs over: at most the newest 200. */
  total: Type.Integer({ minimum: 0 }),
  succeeded: Type.Integer({ minimum: 0 }),
  failed: Type.Integer({ minimum: 0 }),
  is_finished: Type.Boolean(),
})
export type LambdaRehearsal = Static<typeof LambdaRehearsal>

/** Without code: the stored draft. */
export const NewRehearsal = Type.Object({ code: Omittable(Code) })

/** With all its runs, in the order of the events. */
export const LambdaRehearsalDetails = Type.Object({
  ...LambdaRehearsal.properties,
  runs: Type.Array(
    Type.Object({ ...LambdaRun.properties, result: Nullable(Type.String()), writes: Type.Array(RecordedWrite) }),
  ),
})
export type LambdaRehearsalDetails = Static<typeof LambdaRehearsalDetails>

/** A run began or ended: pages that show the function's runs read them again. */
export interface LambdaRunChange {
  id: string
  lambda_id: string
  rehearsal_id: string | null
  status: RunStatus
}
