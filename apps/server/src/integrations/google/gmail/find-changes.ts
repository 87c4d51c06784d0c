import type { Account } from '../../../platform/account.js'
import type { GoogleCaller } from '../google-api.js'
import { getProfile, listHistory, listThreads } from './gmail-api.js'
import { beginListing, noteHistory, noteListed, type MailboxState } from './mailbox-state.js'

/** For clocks that differ and mails that came late. */
const SPARE_MS = 2 * 24 * 3_600_000

/**
 * Queues the threads with new mails. Each page is stored together with the place of the next one, so a process that is killed
 * loses nothing. The first time, and after Gmail has forgotten our place in the history, all threads since a time are listed.
 */
export async function findChanges(caller: GoogleCaller, opened: MailboxState, isEnded: () => boolean) {
  let state = opened
  while (!isEnded()) {
    if (state.listing_since) state = await listPage(caller, state, state.listing_since)
    else if (!state.history_id) state = await begin(caller, state, state.takes_since)
    else if (await readHistory(caller, state, state.history_id, isEnded)) return
    else state = await begin(caller, state, missedSince(state))
  }
}

/** The place in the history is asked before the list: what arrives meanwhile is in the history. */
async function begin(caller: GoogleCaller, state: MailboxState, since: Date) {
  const { historyId } = await getProfile(caller)
  return only(await caller.account.run(beginListing, state.connection_id, since, historyId))
}

function missedSince({ takes_since, checked_at }: MailboxState) {
  const last = checked_at ? checked_at.getTime() - SPARE_MS : 0
  return new Date(Math.max(takes_since.getTime(), last))
}

async function listPage(caller: GoogleCaller, state: MailboxState, since: Date) {
  const { threads = [], nextPageToken } = await listThreads(caller, since, state.listing_token ?? undefined)
  const ids = threads.map(({ id }) => id)
  return only(await caller.account.run(noteListed, state.connection_id, ids, nextPageToken ?? null))
}

/** False if Gmail has forgotten the place. */
async function readHistory(caller: GoogleCaller, state: MailboxState, place: string, isEnded: () => boolean) {
  let token: string | undefined
  do {
    const page = await listHistory(caller, place, token)
    if (!page) return false
    const added = page.history?.flatMap(({ messagesAdded = [] }) => messagesAdded) ?? []
    const ids = [...new Set(added.map(({ message }) => message.threadId))]
    token = page.nextPageToken
    const next = token ? null : page.historyId
    if (ids.length > 0 || next !== place) await note(caller.account, state, ids, next)
  } while (token && !isEnded())
  return true
}

const note = async (account: Account, { connection_id }: MailboxState, ids: string[], next: string | null) =>
  only(await account.run(noteHistory, connection_id, ids, next))

/** The mailbox was disconnected. */
export class MailboxDisconnected extends Error {}

function only([state]: MailboxState[]) {
  if (!state) throw new MailboxDisconnected()
  return state
}
