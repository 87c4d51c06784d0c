/** The only parts of the server that benchmarks import: its SQL, its database driver and the runners of functions. The rest runs over the network. */
export { messageParameters } from '../../apps/server/dist/features/inbox/messages/message-values.js'
export { storeMessage } from '../../apps/server/dist/features/inbox/messages/store-message.js'
export { TIME_LIMITS } from '../../apps/server/dist/features/developers/functions/runner/limits.js'
export { startRunner } from '../../apps/server/dist/features/developers/functions/runner/runner.js'
export { createRunnerPool } from '../../apps/server/dist/features/developers/functions/runner/runner-pool.js'
export { startEmbeddedPostgres } from '../../apps/server/dist/platform/postgres/embedded-postgres.js'

export const SERVER = new URL('../../apps/server/dist/bundle.js', import.meta.url)
