import { useSearchParams } from 'react-router'
import type { CustomerListFilters } from '../../lib/customers.js'

/** They stand in the address, so that going back leads to the same page of the same list. */
export function useCustomerFilters() {
  const [search, setSearch] = useSearchParams()
  const filters = read(search)

  /** Other filters are another list, which begins at its first page. */
  function narrow(changes: Partial<CustomerListFilters>) {
    setSearch((before) => write({ ...read(before), page: 1, ...changes }), { replace: true })
  }
  const isNarrowed = filters.q !== '' || filters.tag_ids.length > 0 || !filters.include_anonymous
  return { filters, narrow, isNarrowed }
}

const read = (search: URLSearchParams): CustomerListFilters => ({
  q: search.get('q') ?? '',
  tag_ids: search.getAll('tag_id'),
  include_anonymous: search.get('anonymous') !== 'false',
  page: Math.max(1, Number(search.get('page')) || 1),
})

function write({ q, tag_ids, include_anonymous, page }: CustomerListFilters) {
  const search = new URLSearchParams(tag_ids.map((id) => ['tag_id', id]))
  if (q) search.set('q', q)
  if (!include_anonymous) search.set('anonymous', 'false')
  if (page > 1) search.set('page', String(page))
  return search
}
