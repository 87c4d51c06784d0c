import { MAX_BODY } from '@papercups/contract'

const KB = 1024

/** A body for a public route. */
export const PUBLIC_BODY_BYTES = 64 * KB
/** A body with a message: the longest text in any script, plus the other fields. */
export const MESSAGE_BODY_BYTES = 4 * MAX_BODY + 64 * KB
/** A body from a signed-in user. */
export const TEAM_BODY_BYTES = 1024 * KB
/** The file of an upload. */
export const FILE_BYTES = 8_000_000

/** Values in a JSON body: keys, elements, objects and arrays. */
export const PUBLIC_BODY_VALUES = 5_000
export const TEAM_BODY_VALUES = 50_000
