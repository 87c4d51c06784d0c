/** A metadata value of any JSON type as text, or null if it is empty. */
export function describeValue(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return value.map(describeValue).join(', ')
  return JSON.stringify(value, null, 2)
}
