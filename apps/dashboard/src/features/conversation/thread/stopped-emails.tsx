import { useQuery } from '@tanstack/react-query'
import { AllowEmails } from '../../../entities/customer/allow-emails.js'
import { suppressedQuery } from '../../../entities/customer/suppressed-emails.js'
import styles from './thread.module.css'

const REASONS = { bounce: 'mail to it came back', complaint: 'its owner marked a mail as spam' }

/** Of the recipients, those that get no automatic mail after a bounce or a complaint. */
export function StoppedEmails({ emails }: { emails: string[] }) {
  const { data = [] } = useQuery({ ...suppressedQuery(emails), staleTime: 0 })
  return data.map(
    ({ email, reason }) =>
      reason !== 'unsubscribe' && (
        <span key={email} className={styles.state}>
          <bdi>{email}</bdi> gets no automatic emails, because {REASONS[reason]}. <AllowEmails email={email} />
        </span>
      ),
  )
}
