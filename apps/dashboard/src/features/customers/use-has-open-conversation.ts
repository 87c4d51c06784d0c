import { useQuery } from '@tanstack/react-query'
import { customerConversationsQuery } from '../../lib/customers.js'

export const ALREADY_OPEN = 'This customer already has an open conversation'

/** What is put aside is open as well. Until the server has answered, nothing stands in the way. */
export function useHasOpenConversation(customerId: string) {
  const { data } = useQuery(customerConversationsQuery(customerId))
  return data?.rows.some(({ status }) => status === 'open') ?? false
}
