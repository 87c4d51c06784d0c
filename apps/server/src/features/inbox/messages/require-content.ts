import { invalid } from '../../../platform/errors.js'

/** A message needs text or a file. */
export function requireContent(body: string | null | undefined, file_ids: string[]) {
  if (!hasContent(body, file_ids)) throw invalid({ body: ["can't be blank"] })
}

export const hasContent = (body: string | null | undefined, files: readonly unknown[]) =>
  files.length > 0 || !isBlank(body)

/** Zero-width characters count as blank, too. */
function isBlank(body: string | null | undefined) {
  return !body || body.replace(/[\s\u200b-\u200f\u2060\ufeff\u00ad]/g, '') === ''
}
