import { describeField } from '../../lib/api-error.js'

/** The props of an input that shows the server's error for its field. */
export function errorAt(error: unknown, field: string) {
  const text = describeField(error, field)
  return text ? { error: text, errorProps: { role: 'alert' } } : {}
}
