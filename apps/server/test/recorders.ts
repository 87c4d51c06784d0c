import { gzipSync } from 'node:zlib'
import type { Agent, Visitor } from './story.js'

/** A session of a visitor's browser, made as recorders do. */
export async function newSession(visitor: Visitor, more: object = {}): Promise<string> {
  const { account_id, customer_id } = visitor
  const browser_session = { account_id, customer_id, started_at: new Date().toISOString(), metadata: {}, ...more }
  return (await visitor.data('POST', '/api/browser_sessions', { browser_session })).id
}

/** The topic of the session's recorder. */
export const record = (visitor: Visitor, session_id: string) =>
  visitor.join(`events:${visitor.account_id}:${session_id}`, { customerId: visitor.customer_id, recorder: 2 })

/** What an agent receives who watches a session. */
export async function watch(agent: Agent, session_id: string) {
  const topic = await agent.join(`events:admin:${agent.account_id}:${session_id}:batches`)
  const received: unknown[] = []
  topic.on('replay:events', ({ events }) => received.push(events))
  /** Everything sent before has arrived. */
  return Object.assign(topic, { received, hearOut: () => topic.push('ping', {}) })
}

export const pack = (events: unknown) => gzipSync(JSON.stringify(events)).toString('base64')

export const custom = (at: number, tag: string, payload: object) => ({ type: 5, timestamp: at, data: { tag, payload } })
export const snapshot = (at: number, node: object = {}) => ({ type: 2, timestamp: at, data: { node } })
