/** JSON for a statement. A text that was cut inside a character ends with half of it, which PostgreSQL refuses in JSON. */
export const jsonParameter = (value: object) =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'string' ? one.toWellFormed() : one))
