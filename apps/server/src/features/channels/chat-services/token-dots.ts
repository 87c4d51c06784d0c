/** In place of a stored token. */
export const DOTS = '•'.repeat(12)

/** Published dashboards send back the dots that they were given. */
export const isGiven = (token: string | null | undefined): token is string =>
  Boolean(token?.trim()) && !token?.includes('•')
