import { nameOf, type Position } from './shape.js'

/** What a visitor's browser says beside what its visitor wants. Whatever stands there, the call has to succeed. */
export const SIDE: Record<string, RegExp> = {
  'POST /api/customers': /^body\.customer\.(?!account_id$)/,
  'PUT /api/customers/:id/metadata': /^body\.metadata\./,
  'GET /api/customers/identify': /^query\./,
  'POST /api/conversations': /^body\.conversation\.(?!(account|customer|inbox)_id$)/,
  'PUT /api/widget_settings/metadata': /^body\.metadata\./,
  'shout in conversation:{conversation_id}': /^body\.(metadata|content_type|sent_at)$/,
}

export const isOnTheSide = (position: Position) => SIDE[position.of]?.test(nameOf(position)) ?? false
