import type { Customer, CustomerMerge } from '@papercups/contract'
import { notifications } from '@mantine/notifications'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.js'
import { customerKeys } from '../../entities/customer/customers.js'
import { offerUndo } from '../../ui/offer-undo.js'
import { describeOr } from './describe-or.js'

const SHOWN = 10_000

export const mergesQuery = (customer_id: string) =>
  queryOptions({
    queryKey: [...customerKeys.one(customer_id), 'merges'] as const,
    queryFn: ({ signal }) => api.get('/customers/:id/merges', { params: { id: customer_id }, signal }),
  })

interface Pair {
  kept: Customer
  merged: Customer
}

export function useMerge(onMerged: (merge: CustomerMerge) => void) {
  const cache = useQueryClient()
  const undo = useUndoMerge()
  return useMutation({
    mutationFn: ({ kept, merged }: Pair) =>
      api.post('/customers/:id/merge', { params: { id: kept.id }, body: { customer_id: merged.id } }),
    onSuccess(merge, { kept }) {
      void cache.invalidateQueries({ queryKey: customerKeys.all })
      offerUndo(`Merged into ${kept.title}.`, () => undo.mutate(merge))
      onMerged(merge)
    },
  })
}

export function useUndoMerge() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: CustomerMerge) => api.post('/customer_merges/:id/undo', { params: { id } }),
    onSuccess(restored) {
      // Until now this id resolved to the kept customer.
      cache.removeQueries({ queryKey: customerKeys.one(restored.id) })
      void cache.invalidateQueries({ queryKey: customerKeys.all })
      notifications.show({ message: `${restored.title} was restored.`, color: 'green', autoClose: SHOWN })
    },
    onError(error) {
      const message = describeOr(error, 'Failed to undo the merge. Please try again later.')
      notifications.show({ color: 'red', title: 'The merge was not undone', message, autoClose: SHOWN })
    },
  })
}
