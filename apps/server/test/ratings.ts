import { databaseOf } from '../src/platform/database/of.js'
import { reactionsDone } from './mail.js'
import { story, type Agent, type Visitor } from './story.js'

export const turnRatingsOn = async (admin: Agent) => {
  const { id } = await admin.data('GET', '/api/inboxes/primary')
  await admin.data('PUT', `/api/inboxes/${id}`, { inbox: { ratings_enabled: true } })
}

/** A story in which Carla is asked to rate her conversation. */
export async function askedStory() {
  const tale = await story()
  await turnRatingsOn(tale.ada)
  await tale.carla.says('Where is my parcel?')
  await tale.ada.answers('It arrives today.')
  const close = () => setStatus(tale.ada, tale.carla.conversation_id, 'closed')
  const reopen = () => setStatus(tale.ada, tale.carla.conversation_id, 'open')
  const asked = () => askedOf(tale.carla)
  const rate = (rating: object) => rateAs(tale.carla, rating)
  /** As if everything had happened so long before. */
  const age = async (interval: string) => {
    const { pool } = databaseOf(tale.server.platform)
    const values = [tale.carla.conversation_id, interval]
    const earlier = (table: string, columns: string[], id: string) => {
      const moved = columns.map((column) => `${column} = ${column} - $2::interval`)
      return pool.query(`update ${table} set ${moved.join()} where ${id} = $1`, values)
    }
    await earlier('ratings', ['asked_at', 'rated_at'], 'conversation_id')
    await earlier('conversations', ['closed_at'], 'id')
  }
  await close()
  await reactionsDone(tale.server)
  return { ...tale, close, reopen, asked, rate, age }
}

export const setStatus = (agent: Agent, conversation_id: string, status: 'open' | 'closed') =>
  agent.data('PUT', `/api/conversations/${conversation_id}`, { conversation: { status } })

/** What the widget reads. */
export const askedOf = (visitor: Visitor) =>
  visitor.data('GET', `/api/customers/${visitor.customer_id}/rating?account_id=${visitor.account_id}`)

export const rateAs = (visitor: Visitor, rating: object, conversation_id = visitor.conversation_id) => {
  const path = `/api/customers/${visitor.customer_id}/conversations/${conversation_id}/rating`
  return visitor.put(`${path}?account_id=${visitor.account_id}`, { rating })
}
