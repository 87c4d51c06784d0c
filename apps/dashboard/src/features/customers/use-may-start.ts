import { queryOptions, useQuery } from '@tanstack/react-query'
import { countConversations } from '../../entities/conversation/count-conversations.js'
import { customerKeys } from '../../entities/customer/customers.js'

/** Includes snoozed conversations. Uses the count, because the list of a customer's conversations is limited. */
const hasConversationQuery = (customer_id: string, isFirst: boolean) =>
  queryOptions({
    queryKey: [...customerKeys.conversations(customer_id), isFirst ? 'any' : 'open'],
    queryFn: async ({ signal }) =>
      (await countConversations({ customer_id, ...(!isFirst && { status: 'open' }) }, signal)) > 0,
  })

/**
 * Whether a conversation may be started, and why not. There is no reason while the request is pending. `isFirst`: closed
 * conversations count, too.
 */
export function useMayStart(customerId: string, isFirst = false) {
  const { data: hasOne = false, isPending } = useQuery(hasConversationQuery(customerId, isFirst))
  return {
    mayStart: !isPending && !hasOne,
    reason: hasOne ? `This customer already has ${isFirst ? 'a' : 'an open'} conversation` : undefined,
  }
}
