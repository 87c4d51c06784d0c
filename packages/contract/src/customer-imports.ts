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

/** The field of each column. Columns without one are ignored. */
export const ImportMapping = Type.Array(
  Type.Object({
    column: Type.Integer({ minimum: 0, maximum: 199 }),
    field: ImportField,
    /** The metadata key. */
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

/** The progress of an import. During the check the counts say what the import would do. */
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

/** An import of a file. */
export const CustomerImport = Type.Object({
  ...progress,
  object: Type.Literal('customer_import'),
  filename: Type.String(),
  encoding: Type.String(),
  columns: Type.Array(Type.Object({ name: Type.String(), samples: Type.Array(Type.String()) })),
  mapping: ImportMapping,
  /** The first lines that were skipped, and why. */
  problems: Type.Array(Type.Object({ line: Count, reason: Type.String() })),
  /** Why reading the file failed. */
  failure: Nullable(Type.String()),
  created_at: Timestamp,
  finished_at: Nullable(Instant),
})
export type CustomerImport = Static<typeof CustomerImport>
