import { randomUUID } from 'node:crypto'
import { keyOf, withoutNull, type Position, type Shape } from './shape.js'
import { PASSWORD } from './world.js'

/** Fields whose schema does not say which values are valid. */
const SAMPLES: Record<string, unknown> = {
  is_primary: true,
  role: 'user',
  time_zone: 'Europe/Lisbon',
  end_minute: 1_000,
  cron: '0 8 * * *',
  from_date: '2024-01-01',
  to_date: '2024-02-01',
}

/** The position of a list: a moment and an id. */
const REPORT_CURSOR = Buffer.from(`2024-01-31T00:00:00.000Z ${randomUUID()}`).toString('base64url')

/** An event of rrweb. */
const REPLAY_EVENT = { type: 4, timestamp: Date.UTC(2024, 0, 31), data: {} }

/** A valid value for a field that is no id. */
export function sample(position: Position): unknown {
  const key = keyOf(position)
  if (/^(?:email|to_address|source_email_address)$/.test(key)) return `sweep-${randomUUID()}@sweep.test`
  // Wrong on purpose: a signed-in user is asked for it before deleting something that the sweep still needs.
  if (position.path.join() === 'password') return `not ${PASSWORD}`
  if (key.startsWith('password')) return PASSWORD
  if (key === 'name' && position.place === 'params') return 'SWEPT'
  // Names are unique in an account.
  if (key === 'name') return `swept ${randomUUID().slice(0, 8)}`
  if (key === 'after' && /\/reporting\/.*(conversations|ratings)$/.test(position.of)) return REPORT_CURSOR
  if (/^(replay:|POST .*\/events$)/.test(position.of) && key === 'event') return REPLAY_EVENT
  if (/^(replay:|POST .*\/events$)/.test(position.of) && key === 'events') return [REPLAY_EVENT]
  if (key in SAMPLES) return SAMPLES[key]
  return sampleOf(position.shape)
}

function sampleOf(given: Shape): unknown {
  const shape = withoutNull(given)
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.type === 'array') return shape.items ? [sampleOf(shape.items)] : []
  if (shape.type === 'object') return { swept: 'here' }
  if (shape.type === 'integer' || shape.type === 'number') return Math.max(1, shape.minimum ?? 1)
  if (shape.type === 'boolean') return false
  // In the future: snoozing and scheduling refuse a past time.
  if (shape.format === 'date-time') return new Date(Date.now() + 3_600_000).toISOString()
  if (shape.pattern?.startsWith('^\\d{4}-')) return '2030-01-31'
  if (shape.format === 'uuid') return randomUUID()
  if (shape.pattern?.includes('@')) return `sweep-${randomUUID()}@sweep.test`
  if (shape.pattern?.includes('https?')) return 'https://sweep.test/here'
  return 'swept'
}

/** Wraps the id in a list where the schema wants a list. */
export const asListIfNeeded = ({ shape }: Position, id: unknown) => (shape.type === 'array' ? [id] : id)
