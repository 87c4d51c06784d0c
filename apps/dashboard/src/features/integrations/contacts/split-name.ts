/** The first word is the first name, and the rest is the last name. */
export function splitName(name: string | null | undefined) {
  const [first_name = null, ...rest] = name?.trim().split(/\s+/).filter(Boolean) ?? []
  return { first_name, last_name: rest.join(' ') || null }
}
