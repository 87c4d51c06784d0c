import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query'

const PAUSE = 400

/** A choice among more than anybody would load: the server searches once the typing pauses. */
export interface Search<Row> {
  label: string
  placeholder: string
  /** What stands there when the server knows none. */
  nothing: string
  value: Row | null
  onChange: (row: Row | null) => void
  find: (q: string) => UseQueryOptions<Row[], Error, Row[], string[]>
  nameOf: (row: Row) => string
}

/** What was chosen stays among them, whatever is looked for next. */
export function useFound<Row extends { id: string }>({ find, value }: Search<Row>, typed: string) {
  const [q] = useDebouncedValue(typed.trim(), PAUSE)
  const { data: found = [], isPending } = useQuery({ ...find(q), placeholderData: keepPreviousData })
  return { rows: value && !found.some(({ id }) => id === value.id) ? [value, ...found] : found, isPending }
}
