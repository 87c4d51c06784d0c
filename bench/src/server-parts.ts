/** The only parts of the server that benchmarks import: its SQL and its database driver. The rest runs over the network. */
export { messageParameters } from '../../apps/server/dist/features/inbox/messages/message-values.js'
export { storeMessage } from '../../apps/server/dist/features/inbox/messages/store-message.js'
export { startEmbeddedPostgres } from '../../apps/server/dist/platform/postgres/embedded-postgres.js'

export const SERVER = new URL('../../apps/server/dist/main.js', import.meta.url)
