import { useEffect } from 'react'
import { env } from '../../lib/env.js'

const PATH = '/settings/billing'

/**
 * The security policy belongs to a document, and only the one of this page allows Stripe. So the page is loaded anew when
 * it is opened by a link, and the next page when it is left. True in the right document.
 */
export function useOwnDocument() {
  const isOwn = env.billing_page !== null
  useEffect(() => {
    if (!isOwn) window.location.reload()
    return () => {
      if (isOwn && window.location.pathname !== PATH) window.location.reload()
    }
  }, [isOwn])
  return isOwn
}
