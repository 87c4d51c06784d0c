import type { ForwardingAddress } from '@papercups/contract'
import { isPlanName, PLANS, planAllows } from '@papercups/plans'
import { Alert, Anchor, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconMailForward, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { accountQuery } from '../../entities/user/me.js'
import { api } from '../../lib/api.js'
import { env } from '../../lib/env.js'
import { findByWords } from '../../lib/find-by-words.js'
import { CopyButton } from '../../ui/copy-button.js'
import { ConfirmDelete } from '../../ui/dialogs/confirm-delete.js'
import { SearchField } from '../../ui/fields/search-field.js'
import { IconButton } from '../../ui/icon-button.js'
import { Notice } from '../../ui/notice.js'
import { LoadFailure, Page, SectionSkeletons } from '../../ui/page.js'
import { RowTable, type Column } from '../../ui/row-table.js'
import { AddressDialog } from './address-dialog.js'
import { ConnectedMailboxSection } from './connected-mailbox-section.js'
import styles from './connected-mailbox.module.css'
import { forwardingAddressesQuery } from './forwarding-addresses.js'

/** The forwarding addresses of one inbox. In the settings, those of all inboxes. */
export function EmailForwardingPage() {
  const { inbox_id } = useParams()
  const {
    data: addresses,
    error,
    refetch,
  } = useQuery({
    ...forwardingAddressesQuery(inbox_id),
    refetchOnMount: 'always',
  })
  const [search, setSearch] = useState('')
  const [adding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<ForwardingAddress | null>(null)
  const addNew = () => setAdding(true)
  return (
    <Page
      title="Email forwarding"
      lead="Mail that you forward to one of these addresses becomes a conversation."
      {...(inbox_id && { back: { to: `/inboxes/${inbox_id}`, label: 'Inbox' } })}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={addNew}>
          New
        </Button>
      }
    >
      <PlanWarning />
      <SearchField label="Search forwarding addresses" value={search} onChange={setSearch} />
      {addresses ? (
        <Found all={addresses} search={search} onNew={addNew} onDelete={setDeleting} />
      ) : error ? (
        <LoadFailure title="Error retrieving forwarding addresses" error={error} retry={refetch} />
      ) : (
        <SectionSkeletons heights={[240]} />
      )}
      {inbox_id && <ConnectedMailboxSection inbox_id={inbox_id} />}
      {adding && <AddressDialog inbox_id={inbox_id} onClose={() => setAdding(false)} />}
      {deleting && <DeleteAddress address={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  )
}

function PlanWarning() {
  const { data: account } = useQuery({ ...accountQuery, enabled: env.flags.billing_enabled })
  const plan = account?.subscription_plan ?? ''
  if (!env.flags.billing_enabled || !isPlanName(plan) || planAllows(plan, 'email')) return null
  return (
    <Alert color="yellow">
      Email forwarding is not part of the {PLANS[plan].title} plan. <Link to="/billing">Upgrade your plan</Link> to use
      it.
    </Alert>
  )
}

interface FoundProps {
  all: ForwardingAddress[]
  search: string
  onNew: () => void
  onDelete: (address: ForwardingAddress) => void
}

function Found({ all, search, onNew, onDelete }: FoundProps) {
  const narrow = useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false })
  if (all.length === 0) {
    return (
      <Notice
        title="No forwarding addresses yet"
        icon={<IconMailForward size={32} stroke={1.5} />}
        actions={<Button onClick={onNew}>Create your first address</Button>}
      >
        Forward your support mail, and answer it here.
      </Notice>
    )
  }
  const found = findByWords(all, search, (address) => [
    address.id,
    address.state,
    address.description,
    address.source_email_address,
    address.forwarding_email_address,
  ])
  if (found.length === 0) return <Notice title="No matches">Try fewer words.</Notice>
  const source: Column<ForwardingAddress> = {
    title: 'Source',
    look: 'quiet',
    render: ({ source_email_address }) => source_email_address ?? '--',
  }
  const columns: Array<Column<ForwardingAddress>> = [
    {
      title: 'Forwarding address',
      look: 'name',
      ...(!narrow && { width: '62%' }),
      render: ({ forwarding_email_address: email, source_email_address }) => (
        <>
          <Anchor href={`mailto:${email}`}>
            {email.slice(0, email.indexOf('@') + 1)}
            <wbr />
            {email.slice(email.indexOf('@') + 1)}
          </Anchor>{' '}
          <CopyButton text={email} label="Copy the address" />
          {narrow && <p className={styles.hint}>Source: {source_email_address ?? '--'}</p>}
        </>
      ),
    },
    ...(narrow ? [] : [source]),
    {
      title: 'Actions',
      look: 'actions',
      ...(narrow && { width: '44px' }),
      render: (address) => (
        <IconButton label={`Delete ${address.forwarding_email_address}`} onClick={() => onDelete(address)}>
          <IconTrash size={18} stroke={1.75} />
        </IconButton>
      ),
    },
  ]
  return <RowTable label="Forwarding addresses" columns={columns} rows={found} />
}

function DeleteAddress({ address: { id }, onClose }: { address: ForwardingAddress; onClose: () => void }) {
  const cache = useQueryClient()
  return (
    <ConfirmDelete
      thing="forwarding address"
      opened
      onDelete={() => api.delete('/forwarding_addresses/:id', { params: { id } })}
      onDeleted={() => void cache.invalidateQueries({ queryKey: ['forwarding_addresses'] })}
      onClose={onClose}
    >
      <p>Mail to it will be refused from then on. Its conversations stay.</p>
    </ConfirmDelete>
  )
}
