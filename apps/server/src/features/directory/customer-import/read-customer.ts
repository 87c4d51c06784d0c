import type { ImportMapping } from '@papercups/contract'
import { MAX_BYTES } from '../../people/customers/metadata-limit.js'
import type { Row } from './read-rows.js'

const LONGEST_CELL = 10_000
const LONGEST_LINE = 255

/** One row. Empty cells are absent. */
export interface ReadCustomer {
  line: number
  name?: string
  email?: string
  phone?: string
  external_id?: string
  company?: string
  metadata?: Record<string, string>
}

export interface Problem {
  line: number
  reason: string
}

/** The customer, or why the row is skipped. */
export function readCustomer({ line, cells }: Row, mapping: ImportMapping, columns: number): ReadCustomer | Problem {
  const customer: ReadCustomer = { line }
  const refuse = (reason: string): Problem => ({ line, reason })
  if (cells.length > columns) return refuse(`has ${cells.length} cells, and the header only ${columns}`)
  if (cells.some((cell) => Buffer.byteLength(cell) > LONGEST_CELL)) return refuse('has a cell of more than 10 kB')
  if (cells.some((cell) => cell.includes('\0') || cell.includes('\uFFFD'))) return refuse('has signs that are no text')

  for (const { column, field, name } of mapping) {
    const text = plain(cells[column] ?? '')
    if (!text) continue
    if (field === 'metadata') {
      customer.metadata = { ...customer.metadata, [name ?? '']: text }
      continue
    }
    if (text.length > LONGEST_LINE) return refuse(`has a ${WORDS[field]} of more than ${LONGEST_LINE} characters`)
    customer[field] = text
  }
  if (Buffer.byteLength(JSON.stringify(customer.metadata ?? {})) > MAX_BYTES)
    return refuse('has more than 32 kB of metadata')
  if (customer.email && !/^[^@\s]+@[^@\s]+$/.test(customer.email)) return refuse('has an email that is no address')
  if (!customer.email && !customer.external_id) return refuse('has neither an email nor an external id')
  return customer
}

export const isProblem = (read: ReadCustomer | Problem): read is Problem => 'reason' in read

const WORDS = { name: 'name', email: 'email', phone: 'phone', external_id: 'external id', company: 'company' }

/** Our export puts an apostrophe before text that a spreadsheet would read as a formula. */
const plain = (cell: string) => cell.trim().replace(/^'(?=[=+\-@\t\r])/, '')
