import { defineStatement } from '../../../platform/statement.js'

/** The answers to API calls are kept for a day, in case a script repeats a call. */
export const forgetAnswers = defineStatement(
  'customer-erasure.forget-answers',
  `delete from idempotent_calls where account_id = $1
    and exists (select from unnest($2::text[]) id where strpos(answer, id) > 0)`,
)

/** Keeps the events of erased conversations for statistics. Guests wrote there, too, and nothing else leads to their events. */
export const forgetActorsIn = defineStatement(
  'customer-erasure.forget-actors-in',
  `update events set actor = 'customer'
  where account_id = $1 and conversation_id = any($2::uuid[]) and actor like 'customer:%'`,
)
