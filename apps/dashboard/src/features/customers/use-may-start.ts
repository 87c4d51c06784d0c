import { queryOptions, useQuery } from '@tanstack/react-query'
import { countConversations } from '../../entities/conversation/count-conversations.js'
import { customerKeys } from '../../entities/customer/customers.js'

/** Snoozed conversations are open, too. Counted, because the list of somebody's conversations is limited. */
const hasOpenQuery = (customer_id: string) =>
  queryOptions({
    queryKey: [...customerKeys.conversations(customer_id), 'open'],
    queryFn: async ({ signal }) => (await countConversations({ customer_id, status: 'open' }, signal)) > 0,
  })

/** Whether a conversation with somebody may be started, and why not. While the server is asked there is no reason yet. */
export function useMayStart(customerId: string) {
  const { data: hasOpen = false, isPending } = useQuery(hasOpenQuery(customerId))
  return {
    mayStart: !isPending && !hasOpen,
    reason: hasOpen ? 'This customer already has an open conversation' : undefined,
  }
}
