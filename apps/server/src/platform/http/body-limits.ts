import { MAX_BODY } from '@papercups/contract'

const KB = 1024

/** What anybody may send to a public route. */
export const PUBLIC_BODY_BYTES = 64 * KB
/** To a route that takes a message: its longest body in any script, and what is said beside it. */
export const MESSAGE_BODY_BYTES = 4 * MAX_BODY + 64 * KB
/** What a signed-in user may send. */
export const TEAM_BODY_BYTES = 1024 * KB
/** The file of an upload. */
export const FILE_BYTES = 8_000_000

/** Values in a JSON body: keys, elements, objects and lists. */
export const PUBLIC_BODY_VALUES = 5_000
export const TEAM_BODY_VALUES = 50_000
