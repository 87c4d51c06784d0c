import { nameOf, type Position } from './shape.js'

/** Extra fields that a visitor's browser sends. A bad value in one must not fail the call. */
export const OPTIONAL_FIELDS: Record<string, RegExp> = {
  'POST /api/customers': /^body\.customer\.(?!account_id$)/,
  'PUT /api/customers/:id/metadata': /^body\.metadata\./,
  'GET /api/customers/identify': /^query\./,
  'POST /api/conversations': /^body\.conversation\.(?!(account|customer|inbox)_id$)/,
  'PUT /api/widget_settings/metadata': /^body\.metadata\./,
  'shout in conversation:{conversation_id}': /^body\.(metadata|content_type|sent_at)$/,
}

export const isOptionalField = (position: Position) => OPTIONAL_FIELDS[position.of]?.test(nameOf(position)) ?? false
