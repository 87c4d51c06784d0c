import { queryOptions, useQuery } from '@tanstack/react-query'
import { countConversations } from '../../entities/conversation/count-conversations.js'
import { customerKeys } from '../../entities/customer/customers.js'

/** Includes snoozed conversations. Uses the count, because the list of a customer's conversations is limited. */
const hasOpenQuery = (customer_id: string) =>
  queryOptions({
    queryKey: [...customerKeys.conversations(customer_id), 'open'],
    queryFn: async ({ signal }) => (await countConversations({ customer_id, status: 'open' }, signal)) > 0,
  })

/** Whether a conversation may be started, and why not. There is no reason while the request is pending. */
export function useMayStart(customerId: string) {
  const { data: hasOpen = false, isPending } = useQuery(hasOpenQuery(customerId))
  return {
    mayStart: !isPending && !hasOpen,
    reason: hasOpen ? 'This customer already has an open conversation' : undefined,
  }
}
