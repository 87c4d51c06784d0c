import type { Customer, ListedCustomer } from '@papercups/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api.js'
import { customerKeys, customerSearchQuery, nameWithEmail } from '../../entities/customer/customers.js'
import { FormDialog } from '../../ui/dialogs/form-dialog.js'
import { useServerForm } from '../../ui/forms/use-server-form.js'
import { SearchList } from '../../ui/fields/search-list.js'
import { MergePreviewTable } from './merge-preview.js'
import { describeOr } from './describe-or.js'
import { useMerge } from './use-merge.js'

const previewQuery = (kept_id: string, customer_id: string) =>
  queryOptions({
    queryKey: [...customerKeys.one(kept_id), 'merge', customer_id] as const,
    queryFn: ({ signal }) =>
      api.get('/customers/:id/merge_preview', { params: { id: kept_id }, query: { customer_id }, signal }),
    gcTime: 0,
  })

interface Props {
  customer: Customer
  opened: boolean
  onClose: () => void
}

/** Step one picks the other customer, step two previews the result. It is one dialog, so that the focus stays in it. */
export function MergeDialog({ customer, opened, onClose }: Props) {
  const [chosen, setChosen] = useState<ListedCustomer | null>(null)
  const [other, setOther] = useState<Customer | null>(null)
  const [swapped, setSwapped] = useState(false)
  const navigate = useNavigate()
  const merge = useMerge(({ customer_id }) => {
    onClose()
    if (customer_id !== customer.id) void navigate(`/customers/${customer_id}`, { replace: true })
  })
  const [kept, merged] = swapped ? [other, customer] : [customer, other]
  const preview = useQuery({
    ...previewQuery(kept?.id ?? '', merged?.id ?? ''),
    // The merge refreshes everything about customers. The server refuses a preview of two that are merged already.
    enabled: Boolean(other && opened) && !merge.isPending && !merge.isSuccess,
  })
  const describe = (error: unknown) => describeOr(error, 'Failed to merge the customers. Please try again later.')
  const { formProps, pending, failure, reset } = useServerForm({
    initialValues: {},
    async save() {
      if (!chosen) throw new Error('Please choose the other customer first.')
      if (!kept || !merged) setOther(chosen)
      else if (preview.data) await merge.mutateAsync({ kept, merged })
    },
    describe,
  })

  if (!other || !kept || !merged) {
    const find = (q: string) => ({
      ...customerSearchQuery(q),
      select: (found: ListedCustomer[]) => found.filter(({ id }) => id !== customer.id),
    })
    return (
      <FormDialog
        title={`Merge ${customer.title} with…`}
        submit="Continue"
        opened={opened}
        {...{ formProps, pending, failure, onClose }}
      >
        <SearchList
          label="The same person as"
          placeholder="Search customers..."
          emptyText="No customers found"
          find={find}
          nameOf={nameWithEmail}
          value={chosen}
          onChange={(customer) => {
            reset()
            setChosen(customer)
          }}
        />
      </FormDialog>
    )
  }
  return (
    <FormDialog
      title="Merge two customers"
      submit="Merge"
      size="lg"
      opened={opened}
      {...{ formProps, pending, onClose }}
      failure={failure ?? (preview.error && describe(preview.error))}
    >
      <MergePreviewTable
        kept={kept}
        merged={merged}
        preview={preview.data}
        onSwap={() => {
          reset()
          setSwapped(!swapped)
        }}
        onBack={() => {
          reset()
          setOther(null)
        }}
      />
    </FormDialog>
  )
}
