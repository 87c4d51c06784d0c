import type { SegmentFilter } from '@papercups/contract'
import { useSearchParams } from 'react-router'
import type { CustomerListFilters } from '../../entities/customer/customers.js'

/** Undefined removes a filter. */
export type FilterChanges = { [Key in keyof CustomerListFilters]?: CustomerListFilters[Key] | undefined }

/** The filters are in the URL, so that going back leads to the same page of the same list. */
export function useCustomerFilters() {
  const [search, setSearch] = useSearchParams()
  const filters = read(search)

  /** Other filters start at the first page. */
  function narrow(changes: FilterChanges) {
    setSearch((before) => write({ ...read(before), page: 1, after: undefined, ...changes }), { replace: true })
  }
  const isSegment = Boolean(filters.segment_id || filters.filter)
  const isNarrowed = filters.q !== '' || filters.tag_ids.length > 0 || !filters.include_anonymous || isSegment
  return { filters, narrow, isNarrowed, isSegment }
}

const read = (search: URLSearchParams) => ({
  q: search.get('q') ?? '',
  tag_ids: search.getAll('tag_id'),
  include_anonymous: search.get('anonymous') !== 'false',
  page: Math.max(1, Number(search.get('page')) || 1),
  ...readSegment(search),
})

/** A copied URL may be truncated, so invalid JSON is ignored. The server validates the rest. */
function readSegment(search: URLSearchParams): Pick<CustomerListFilters, 'segment_id' | 'filter' | 'after'> {
  const [segment_id, filter, after] = ['segment', 'filter', 'after'].map((key) => search.get(key))
  const given = filter ? readFilter(filter) : undefined
  return { ...(segment_id && { segment_id }), ...(given && { filter: given }), ...(after && { after }) }
}

function readFilter(text: string): SegmentFilter | undefined {
  try {
    const filter: unknown = JSON.parse(text)
    return isFilter(filter) ? filter : undefined
  } catch {
    return undefined
  }
}

const isFilter = (value: unknown): value is SegmentFilter =>
  typeof value === 'object' && value !== null && 'conditions' in value && Array.isArray(value.conditions)

function write({ q = '', tag_ids = [], include_anonymous, page = 1, segment_id, filter, after }: FilterChanges) {
  const search = new URLSearchParams(tag_ids.map((id) => ['tag_id', id]))
  if (q) search.set('q', q)
  if (!include_anonymous) search.set('anonymous', 'false')
  if (segment_id) search.set('segment', segment_id)
  if (filter) search.set('filter', JSON.stringify(filter))
  if (after) search.set('after', after)
  if (page > 1) search.set('page', String(page))
  return search
}
