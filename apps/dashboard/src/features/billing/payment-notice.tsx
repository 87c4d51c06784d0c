import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { api } from '../../lib/api.js'
import { formatDate } from '../../lib/format.js'
import styles from './payment-notice.module.css'

const REFRESH_MS = 10 * 60_000

/** On every page of an admin, while a payment is open. */
export function PaymentNotice() {
  const { data: problem } = useQuery({
    queryKey: ['billing', 'problem'],
    queryFn: ({ signal }) => api.get('/billing/problem', { signal }),
    refetchInterval: REFRESH_MS,
  })
  const { pathname } = useLocation()
  // The billing page says it itself.
  if (!problem || pathname === '/settings/billing') return null
  return (
    <p role="status" className={styles.notice}>
      Your last payment failed. Your plan stays until {formatDate(problem.plan_ends_at)}.{' '}
      <a href="/settings/billing">Update your card</a>
    </p>
  )
}
