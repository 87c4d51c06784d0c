import { invalid } from '../../../platform/errors.js'

/** A message needs text or a file. */
export function requireContent(body: string | null | undefined, file_ids: string[]) {
  if (isBlank(body) && file_ids.length === 0) throw invalid({ body: ["can't be blank"] })
}

/** Zero-width characters count as blank, too. */
function isBlank(body: string | null | undefined) {
  return !body || body.replace(/[\s\u200b-\u200f\u2060\ufeff\u00ad]/g, '') === ''
}
