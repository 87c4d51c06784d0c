import type { EmailSummary } from '@papercups/contract'
import styles from './thread.module.css'

/** The sender and the recipients of an email, and whether the sender's domain vouches for it. */
export function MailPeople({ email: { from, to, cc, verdict } }: { email: EmailSummary }) {
  return (
    <span className={styles.state}>
      {from && (
        <>
          From <bdi>{from.email}</bdi>
        </>
      )}
      {to.length > 0 && (
        <>
          {' '}
          to <bdi>{namesOf(to)}</bdi>
        </>
      )}
      {cc.length > 0 && (
        <>
          , Cc <bdi>{namesOf(cc)}</bdi>
        </>
      )}
      {verdict !== 'pass' && (
        <strong className={styles.unverified}>
          {verdict === 'fail' ? ' · The sender is not verified' : ' · The sender could not be verified'}
        </strong>
      )}
    </span>
  )
}

const SHOWN = 3

function namesOf(people: EmailSummary['to']) {
  const names = people.slice(0, SHOWN).map(({ email }) => email)
  return people.length > SHOWN ? `${names.join(', ')} and ${people.length - SHOWN} more` : names.join(', ')
}
