import { EventBatch } from '@papercups/contract'
import { Type } from 'typebox'
import type { Account } from '../../../platform/account.js'
import { unauthorized } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import {
  defineTopic,
  defineTopicEvent,
  type JoinRequest,
  type TopicEvent,
  type EventLimit,
} from '../../../platform/realtime/topic.js'
import { UUID } from '../../account/accounts/named-account.js'
import { getUser } from '../../team/users/queries.js'
import { requireAllowedSite } from '../../widget/allowed-sites/admit.js'
import { hasLiveSessions } from '../browser-sessions/availability.js'
import { hideSecrets } from './hide-secrets.js'
import { agreeToPointing, hasAgreedToPointing } from './pointing.js'
import { relayEvent } from './relay.js'
import { takeBatch } from './take-batch.js'
import { findAccountOfSession } from '../browser-sessions/unscoped.js'

const Nothing = Type.Object({})
const Visibility = Type.Object({ ts: Type.Optional(Type.Unknown()) })
/** A page is nested deeper than free maps may be. */
const OldEvent = Type.Object({ event: Type.Unsafe<unknown>({ as_sent: true }) })
const Answer = Type.Object({ agreed: Type.Boolean() })
const Part = Type.Number({ minimum: 0, maximum: 1 })
const PointerPlace = Type.Object({ id: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }), x: Part, y: Part })

interface Recorder {
  platform: Platform
  account: Account
  session_id: string
  customer_id: string | null
  /** Nodes whose values are never sent on, as the snapshots of an old recorder name them. */
  secret_nodes: Set<number>
}

async function findSession(account: Account, { account_id, session_id = '' }: JoinRequest['params']) {
  if (account_id !== account.id || !UUID.test(session_id)) return undefined
  const session = account.from('browser_sessions').select(['id', 'customer_id']).where('id', '=', session_id)
  const row = await session.executeTakeFirst()
  // Broadcasts go to the topic with the id as it is stored.
  return row?.id === session_id ? row : undefined
}

const limitsOf = ({ session_id, account }: Recorder): EventLimit => [
  [`visitor ${session_id}`, 120],
  [`account ${account.id}`, 12_000],
]

const visibility = (active: boolean): TopicEvent<Recorder> =>
  defineTopicEvent<Recorder, typeof Visibility>({
    allow: 'public',
    input: Visibility,
    limit: limitsOf,
    present: () => ({ active, ts: new Date().toISOString() }),
    async run() {},
  })

const recorder = defineTopic<Recorder>({
  name: 'events:{account_id}:{session_id}',
  allow: 'public',
  async join({ platform, params, site }) {
    const { session_id: id = '' } = params
    const account = UUID.test(id) ? await findAccountOfSession(platform, id) : undefined
    const session = account && (await findSession(account, params))
    if (!account || !session || !(await hasLiveSessions(platform, account))) throw unauthorized('unauthorized')
    await requireAllowedSite(account, site)
    const { id: session_id, customer_id } = session
    const meta = { account_id: account.id, session_id, active: true, ts: new Date().toISOString() }
    return {
      member: { platform, account, session_id, customer_id, secret_nodes: new Set() },
      visits: account.id,
      presence: true,
      track: [{ topic: `events:admin:${account.id}:all`, key: `session:${session_id}`, meta }],
    }
  },
  events: {
    'session:active': visibility(true),
    'session:inactive': visibility(false),
    // Only the limits of the socket apply: a replay that misses one event is broken.
    'replay:event:emitted': defineTopicEvent<Recorder, typeof OldEvent>({
      allow: 'public',
      input: OldEvent,
      async run(recorder, { event }) {
        relayEvent(recorder, hideSecrets(event, recorder.secret_nodes))
      },
    }),
    'replay:events': defineTopicEvent<Recorder, typeof EventBatch>({
      allow: 'public',
      input: EventBatch,
      limit: limitsOf,
      async run(recorder, batch) {
        await takeBatch(recorder, batch)
        return { seq: batch.seq }
      },
    }),
    'pointer:answer': defineTopicEvent<Recorder, typeof Answer>({
      allow: 'public',
      input: Answer,
      limit: limitsOf,
      async run({ account, session_id }, { agreed }) {
        await agreeToPointing(account, session_id, agreed)
      },
    }),
  },
})

/** Every signed-in user sees which visitors are connected. */
const allSessions = defineTopic({
  name: 'events:admin:{account_id}:all',
  allow: 'user',
  async join({ platform, caller, params }) {
    if (!caller || caller.account.id !== params.account_id) throw unauthorized('unauthorized')
    if (!(await hasLiveSessions(platform, caller.account))) throw unauthorized('unauthorized')
    return { member: undefined, presence: true }
  },
  events: {},
})

interface Watcher {
  account: Account
  session_id: string
  name: string
}

async function watch({ platform, caller, params }: JoinRequest) {
  if (!caller) throw unauthorized('unauthorized')
  const { account, user } = caller
  const [session, isAllowed, { display_name, full_name }] = await Promise.all([
    findSession(account, params),
    hasLiveSessions(platform, account),
    getUser(account, user.id),
  ])
  if (!session || !isAllowed) throw unauthorized('unauthorized')
  const meta = { account_id: account.id, session_id: session.id, admin: true as const }
  return {
    member: { account, session_id: session.id, name: display_name || full_name || 'The support team' },
    // Recorders record while somebody is present here.
    track: [{ topic: `events:${account.id}:${session.id}`, key: `session:${session.id}`, meta }],
  }
}

const pointing: Record<string, TopicEvent<Watcher>> = {
  'pointer:ask': defineTopicEvent<Watcher, typeof Nothing>({
    allow: 'user',
    input: Nothing,
    async run({ account, session_id, name }) {
      account.broadcast(`events:${account.id}:${session_id}`, 'pointer:ask', { name })
    },
  }),
  'pointer:show': defineTopicEvent<Watcher, typeof PointerPlace>({
    allow: 'user',
    input: PointerPlace,
    async run({ account, session_id, name }, { id, x, y }) {
      if (!(await hasAgreedToPointing(account, session_id))) throw unauthorized('The visitor has not agreed')
      account.broadcast(`events:${account.id}:${session_id}`, 'pointer:show', { id, x, y, name })
    },
  }),
  'pointer:hide': defineTopicEvent<Watcher, typeof Nothing>({
    allow: 'user',
    input: Nothing,
    async run({ account, session_id, name }) {
      account.broadcast(`events:${account.id}:${session_id}`, 'pointer:hide', { name })
    },
  }),
}

const watchers = defineTopic<Watcher>({
  name: 'events:admin:{account_id}:{session_id}:batches',
  allow: 'user',
  // Joining again makes the recorder take a full snapshot.
  lossy: true,
  join: watch,
  events: pointing,
})

/** For dashboards of the original, which take one event at a time. */
const oldWatchers = defineTopic<Watcher>({
  name: 'events:admin:{account_id}:{session_id}',
  allow: 'user',
  // Joining again makes the recorder take a full snapshot.
  lossy: true,
  join: watch,
  events: pointing,
})

export const topics = [recorder, allSessions, watchers, oldWatchers]
