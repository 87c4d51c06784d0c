import { Type, type Static } from 'typebox'
import { FilledLine, Instant, Nullable, Timestamp, Uuid } from './scalars.js'

export const ImportField = Type.Union([
  Type.Literal('name'),
  Type.Literal('email'),
  Type.Literal('phone'),
  Type.Literal('external_id'),
  Type.Literal('company'),
  Type.Literal('metadata'),
])
export type ImportField = Static<typeof ImportField>

/** Which column of the file goes where. Columns that it leaves out are not read. */
export const ImportMapping = Type.Array(
  Type.Object({
    column: Type.Integer({ minimum: 0, maximum: 199 }),
    field: ImportField,
    /** For metadata: under which name. */
    name: Type.Optional(FilledLine),
  }),
  { maxItems: 200 },
)
export type ImportMapping = Static<typeof ImportMapping>

export const ImportStatus = Type.Union([
  Type.Literal('uploaded'),
  Type.Literal('checking'),
  Type.Literal('checked'),
  Type.Literal('importing'),
  Type.Literal('done'),
  Type.Literal('failed'),
])
export type ImportStatus = Static<typeof ImportStatus>

const Count = Type.Integer({ minimum: 0 })

/** How far a file has been read. While it is checked, the counts say what would become of it. */
const progress = {
  id: Uuid,
  status: ImportStatus,
  /** From 0 to 1. */
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  created_count: Count,
  updated_count: Count,
  skipped_count: Count,
}
export const ImportProgress = Type.Object(progress)
export type ImportProgress = Static<typeof ImportProgress>

/** A file of customers. */
export const CustomerImport = Type.Object({
  ...progress,
  object: Type.Literal('customer_import'),
  filename: Type.String(),
  encoding: Type.String(),
  columns: Type.Array(Type.Object({ name: Type.String(), samples: Type.Array(Type.String()) })),
  mapping: ImportMapping,
  /** The first lines that were skipped, and why. */
  problems: Type.Array(Type.Object({ line: Count, reason: Type.String() })),
  /** Why the file could not be read to its end. */
  failure: Nullable(Type.String()),
  created_at: Timestamp,
  finished_at: Nullable(Instant),
})
export type CustomerImport = Static<typeof CustomerImport>
