import { Type, type Static, type TObject } from 'typebox'
import { ServiceError } from '../../features/channels/chat-services/chat-service.js'
import type { Account } from '../../platform/account.js'
import type { Job } from '../../platform/feature.js'

const FIRST_SECONDS = 4
const MAX_SECONDS = 3_600
/** About a day. */
const MAX_ATTEMPTS = 32

/** How often the job was tried before. */
export const Attempts = { attempts: Type.Optional(Type.Integer()) }

/**
 * Runs the work of a job. If GitHub limits the calls or is away, the job runs again: when GitHub says, or later and later. A
 * refusal ends it, and so does a day without an answer: `onRefused` is called then.
 */
export async function obeyLimits<S extends TObject>(
  account: Account,
  job: Job<S>,
  input: Static<S> & { attempts?: number },
  work: () => Promise<void>,
  onRefused: (error: ServiceError) => Promise<void> = async () => {},
) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { failure, retry_after_seconds } = error
    const { attempts = 0 } = input
    if ((failure !== 'limited' && failure !== 'unavailable') || attempts >= MAX_ATTEMPTS) return onRefused(error)
    const seconds = Math.min(retry_after_seconds ?? FIRST_SECONDS * 2 ** attempts, MAX_SECONDS)
    await account.enqueue(job, { ...input, attempts: attempts + 1 }, { after: `${seconds} seconds` })
  }
}
