import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query'

const PAUSE = 400

/** A choice from a list that is too long to load. The server searches after a pause in typing. */
export interface Search<Row> {
  label: string
  placeholder: string
  /** Shown when nothing was found. */
  emptyText: string
  value: Row | null
  onChange: (row: Row | null) => void
  find: (q: string) => UseQueryOptions<Row[], Error, Row[], string[]>
  nameOf: (row: Row) => string
}

/** The chosen row stays in the list during further searches. */
export function useFound<Row extends { id: string }>({ find, value }: Search<Row>, typed: string) {
  const [q] = useDebouncedValue(typed.trim(), PAUSE)
  const { data: found = [], isPending } = useQuery({ ...find(q), placeholderData: keepPreviousData })
  return { rows: value && !found.some(({ id }) => id === value.id) ? [value, ...found] : found, isPending }
}
