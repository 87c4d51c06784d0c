import { parseActor } from '../../../platform/actor.js'
import type { LoggedEvent } from '../../../platform/feature.js'

/** The ids of the messages that users wrote, among the events of new messages. In their order. */
export const messagesOfUsers = (events: LoggedEvent[]) =>
  events.flatMap(({ payload, actor }) => (parseActor(actor).user_id === undefined ? [] : [String(payload.message_id)]))
