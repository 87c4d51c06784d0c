/** All that is taken from the server's own code: its SQL and its way to the database. The rest is met over the network. */
export { messageParameters } from '../../apps/server/dist/features/inbox/messages/message-values.js'
export { storeMessage } from '../../apps/server/dist/features/inbox/messages/store-message.js'
export { startEmbeddedPostgres } from '../../apps/server/dist/platform/postgres/embedded-postgres.js'

export const SERVER = new URL('../../apps/server/dist/main.js', import.meta.url)
