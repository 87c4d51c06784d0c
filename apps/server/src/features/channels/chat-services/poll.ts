import type { Account } from '../../../platform/account.js'
import { defineWorker } from '../../../platform/feature.js'
import { startLeasedWork } from '../../../platform/jobs/leased-work.js'
import type { Platform } from '../../../platform/platform.js'
import { ServiceError, type ChatService } from './chat-service.js'
import { openConnection, type ConnectionRow } from './connections.js'
import type { MailFailing } from './mail-failing.js'
import { notePolled, notePollFailure, postponePoll } from './poll-state.js'
import { revokeConnection } from './revoke-connection.js'
import { storeEvent } from './take-events.js'
import { claimPolls } from './unscoped.js'

/** Connections that one process asks at the same time. */
const MAX_CONNECTIONS = 50

type Polled<Post> = ChatService<Post> & { poll: NonNullable<ChatService<Post>['poll']> }

export const isPolled = <Post>(service: ChatService<Post>): service is Polled<Post> => service.poll !== undefined

/** Asks a service for new posts. One process asks for a connection at a time. */
export const createPollWorker = <Post>(service: Polled<Post>, mailFailing: MailFailing) =>
  defineWorker({
    name: `${service.id}.poll`,
    start: (platform) =>
      startLeasedWork({
        platform,
        max: MAX_CONNECTIONS,
        claim: (limit) => claimPolls(platform, service.id, limit),
        open: (claimed) => ({ fill() {}, stop() {}, done: poll(platform, service, mailFailing, claimed) }),
      }),
  })

/** Resolves with false: the connection has no more work before its next time. */
async function poll<Post>(
  platform: Platform,
  service: Polled<Post>,
  mailFailing: MailFailing,
  row: ConnectionRow,
): Promise<false> {
  const account = platform.account(row.account_id)
  try {
    const connection = openConnection(platform, account, row)
    if (!connection) throw new ServiceError('revoked', 'the stored token cannot be read')
    await service.poll.read({ platform, account, connection }, (event) => storeEvent(account, service, event))
    await account.run(notePolled, row.id, service.poll.everySeconds(platform))
  } catch (error) {
    await notePollError(account, mailFailing, row, error).catch((err: unknown) =>
      platform.log.error({ err, connection_id: row.id }, 'a failed poll could not be noted'),
    )
    if (!(error instanceof ServiceError))
      platform.log.error({ err: error, connection_id: row.id }, 'a service could not be polled')
  }
  return false
}

/** Waits, tells the admins, or stops the connection, as the failure says. */
export async function notePollError(account: Account, mailFailing: MailFailing, row: ConnectionRow, error: unknown) {
  const { failure, message, retry_after_seconds } =
    error instanceof ServiceError ? error : new ServiceError('unavailable', 'internal error')
  if (failure === 'limited') {
    await account.run(postponePoll, row.id, Math.min(retry_after_seconds ?? 30, 3_600))
  } else if (failure === 'revoked') {
    await revokeConnection(account, mailFailing, { connection_id: row.id, reason: message, at: row.updated_at })
  } else {
    const [state] = await account.run(notePollFailure, row.id, message)
    if (state?.must_mail) await account.enqueue(mailFailing, { connection_id: row.id })
  }
}
