import type { Store } from '@papercups/client-core'
import { isUuid, parseObject, type FrameOptions } from '../lib/params.js'

/** The storage key of the published frame, for all accounts. Read so that visitors keep their history. */
const LEGACY_KEY = '__PAPERCUPS____CUSTOMER_ID__'

export interface Identity {
  customer_id: string
  /** The one in which somebody wrote last. Tabs may show others. */
  conversation_id: string
  /** The external id from the site; empty for an anonymous visitor. */
  external_id: string
  email: string
}

export const nobody: Identity = { customer_id: '', conversation_id: '', external_id: '', email: '' }

export const externalId = (visitor: Record<string, unknown>) => text(visitor.external_id)

/** Values that old loaders send for a missing id. */
export const text = (value: unknown) =>
  value == null || value === 'undefined' || value === 'null' ? '' : String(value).trim()

const id = (value: unknown) => (typeof value === 'string' && isUuid(value) ? value : '')

/** As a tab has stored it last. */
export function keptIdentity(store: Store, key: string): Identity {
  const kept = parseObject(store.get(key) ?? '')
  return {
    customer_id: id(kept.customer_id),
    conversation_id: id(kept.conversation_id),
    external_id: text(kept.external_id),
    email: text(kept.email),
  }
}

/** `changed`: the site now names another person, or nobody. Data of the former person must not be shown. */
export function recallIdentity(store: Store, key: string, options: FrameOptions): Identity & { changed: boolean } {
  const person = externalId(options.visitor)
  const earlier = keptIdentity(store, key)
  const named = options.customerId
  if (earlier.external_id && earlier.external_id !== person) {
    store.set(LEGACY_KEY, null)
    return { ...nobody, customer_id: named === earlier.customer_id ? '' : named, changed: true }
  }
  if (named && named !== earlier.customer_id) return { ...nobody, customer_id: named, changed: false }
  const legacy = id((store.get(LEGACY_KEY) ?? '').replaceAll('"', ''))
  return { ...earlier, customer_id: earlier.customer_id || legacy, changed: false }
}

/** Not removed: what is missing from the copy that the page keeps means nothing, because chats of other inboxes share it. */
export function forgetIdentity(store: Store, key: string) {
  store.set(key, '{}')
  store.set(LEGACY_KEY, null)
}
