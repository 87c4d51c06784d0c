import type { Customer } from '@papercups/contract'
import { Anchor, Button, type ButtonProps } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { customerQuery } from '../../../entities/customer/customers.js'
import { authorizationQuery } from '../../../entities/integration/account-services.js'
import { describeError } from '../../../lib/api-error.js'
import { safeLink } from '../../../ui/safe-link.js'
import styles from './contact-buttons.module.css'
import { contactServices, type ContactService } from './contact-services.js'

/** Opens the customer in each connected service, or adds them there. */
export const ContactButtons = (props: Omit<Props, 'contacts'>) =>
  contactServices.map((contacts) => <WhenConnected key={contacts.service.id} contacts={contacts} {...props} />)

interface Props {
  contacts: ContactService
  customer: Customer
  size?: ButtonProps['size']
}

/** Agents open many conversations of the same customer, and the services limit look-ups. */
const KEPT_MS = 5 * 60_000

function WhenConnected(props: Props) {
  const { data: connection } = useQuery(authorizationQuery(props.contacts.service))
  return connection ? <ContactButton {...props} /> : null
}

function ContactButton({ contacts, customer, size = 'xs' }: Props) {
  const { id, name } = contacts.service
  const email = customer.email?.trim() || undefined
  const cache = useQueryClient()
  const queryKey = [id, 'profile', email]
  const profile = useQuery({
    queryKey,
    queryFn: ({ signal }) => contacts.find(email ?? '', signal),
    enabled: email !== undefined,
    staleTime: KEPT_MS,
    retry: false,
  })
  const add = useMutation({
    // With the company, which a conversation's customer does not have.
    mutationFn: async (email: string) => contacts.add(await cache.ensureQueryData(customerQuery(customer.id)), email),
    onSuccess(url) {
      cache.setQueryData(queryKey, url)
      showAdded(name, url)
    },
    onError(error) {
      notifications.show({ color: 'red', title: `Not added to ${name}`, message: describeError(error) })
      // Somebody may have added them meanwhile.
      void cache.invalidateQueries({ queryKey })
    },
  })
  const url = profile.data && safeLink(profile.data)
  return (
    <div className={styles.contact}>
      {url ? (
        <Button component="a" href={url} target="_blank" rel="noopener noreferrer" variant="default" size={size}>
          View profile in {name}
        </Button>
      ) : (
        <Button
          variant="default"
          size={size}
          loading={profile.isLoading || add.isPending}
          disabled={!email || profile.isError}
          onClick={() => email && add.mutate(email)}
        >
          Add to {name}
        </Button>
      )}
      {!email && <p className={styles.hint}>{name} finds contacts by email, and this customer has none.</p>}
      {profile.error && (
        <p className={styles.hint} role="alert">
          {describeError(profile.error)}{' '}
          <Anchor component="button" inherit onClick={() => void profile.refetch()}>
            Try again
          </Anchor>
        </p>
      )}
    </div>
  )
}

const showAdded = (name: string, url: string) =>
  notifications.show({
    color: 'green',
    message: (
      <>
        Successfully added to {name}.{' '}
        <Anchor inherit href={safeLink(url) ?? undefined} target="_blank" rel="noopener noreferrer">
          View profile
        </Anchor>
      </>
    ),
  })
