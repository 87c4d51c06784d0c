import type { Customer } from '@papercups/contract'
import { withoutFormula } from '../../../platform/csv-cell.js'

const COLUMNS = [
  'id',
  'name',
  'email',
  'created_at',
  'updated_at',
  'first_seen',
  'last_seen_at',
  'phone',
  'external_id',
  'host',
  'pathname',
  'current_url',
  'browser',
  'os',
  'ip',
  'time_zone',
] as const satisfies Array<keyof Customer>

const TIMES: readonly string[] = ['created_at', 'updated_at', 'last_seen_at']

/** One page of the list, as existing scripts expect it: every value quoted, no line end after the last row. */
export function toCsv(customers: Customer[]) {
  const rows = customers.map((customer) => COLUMNS.map((column) => toCell(customer, column)).join(','))
  return [COLUMNS.join(','), ...rows].join('\r\n')
}

function toCell(customer: Customer, column: (typeof COLUMNS)[number]) {
  const value = customer[column] ?? ''
  const text = TIMES.includes(column) ? value.replace('T', ' ') : withoutFormula(value)
  return `"${text.replaceAll('"', '""')}"`
}
