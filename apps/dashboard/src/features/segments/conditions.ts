import type { SegmentCondition, SegmentField, SegmentFilter, SegmentOperator } from '@papercups/contract'

/** The kind of input for the value. */
export type ValueKind = 'tag_id' | 'company_id' | 'days' | 'date' | 'number' | 'text'

interface Operator {
  value: SegmentOperator
  label: string
  takes: ValueKind | null
}

const TIMES: Operator[] = [
  { value: 'within', label: 'in the last … days', takes: 'days' },
  { value: 'not_within', label: 'more than … days ago', takes: 'days' },
  { value: 'from', label: 'on or after', takes: 'date' },
  { value: 'before', label: 'before', takes: 'date' },
]
const YES_OR_NO: Operator[] = [
  { value: 'exists', label: 'yes', takes: null },
  { value: 'not_exists', label: 'no', takes: null },
]
const KNOWN: Operator[] = [
  { value: 'exists', label: 'is known', takes: null },
  { value: 'not_exists', label: 'is not known', takes: null },
]

/** The fields and operators of the API. A new condition starts with the first operator of its field. */
const FIELDS: Record<SegmentField, { label: string; operators: Operator[] }> = {
  tag: {
    label: 'Tag',
    operators: [
      { value: 'is', label: 'is', takes: 'tag_id' },
      { value: 'is_not', label: 'is not', takes: 'tag_id' },
    ],
  },
  company: {
    label: 'Company',
    operators: [
      { value: 'is', label: 'is', takes: 'company_id' },
      { value: 'is_not', label: 'is not', takes: 'company_id' },
      ...KNOWN,
    ],
  },
  last_seen_at: { label: 'Last seen', operators: TIMES },
  first_seen: { label: 'First seen', operators: TIMES },
  online: { label: 'Online', operators: YES_OR_NO },
  open_conversation: { label: 'Open conversation', operators: YES_OR_NO },
  conversations: {
    label: 'Conversations',
    operators: [
      { value: 'at_least', label: 'at least', takes: 'number' },
      { value: 'at_most', label: 'at most', takes: 'number' },
    ],
  },
  email: { label: 'Email', operators: KNOWN },
  metadata: {
    label: 'Metadata',
    operators: [
      { value: 'is', label: 'is', takes: 'text' },
      { value: 'is_not', label: 'is not', takes: 'text' },
      { value: 'contains', label: 'contains', takes: 'text' },
      ...KNOWN,
      { value: 'at_least', label: 'is a number of at least', takes: 'number' },
      { value: 'at_most', label: 'is a number of at most', takes: 'number' },
      { value: 'from', label: 'is a day on or after', takes: 'date' },
      { value: 'before', label: 'is a day before', takes: 'date' },
    ],
  },
}

export const MAX_CONDITIONS = 20

const isField = (value: string): value is SegmentField => Object.hasOwn(FIELDS, value)

export const FIELD_CHOICES = Object.entries(FIELDS).flatMap(([value, { label }]) =>
  isField(value) ? [{ value, label }] : [],
)

/** A URL may name an unknown field. */
export const operatorsOf = (field: string) => (isField(field) ? FIELDS[field].operators : [])

export const kindOf = ({ field, operator }: SegmentCondition) =>
  operatorsOf(field).find(({ value }) => value === operator)?.takes ?? null

export const newCondition = (field: SegmentField): SegmentCondition => ({
  field,
  operator: FIELDS[field].operators[0]?.value ?? 'exists',
})

/** Whether all values are given. */
export function isComplete(condition: SegmentCondition) {
  const kind = kindOf(condition)
  if (condition.field === 'metadata' && !condition.name?.trim()) return false
  if (kind === null) return true
  const value = condition[kind]
  return typeof value === 'string' ? value.trim() !== '' : value !== undefined
}

export const isSame = (a: SegmentFilter | undefined, b: SegmentFilter | undefined) =>
  JSON.stringify(a && normalize(a)) === JSON.stringify(b && normalize(b))

/** Each condition with only its own values, always in the same order, for comparing. */
function normalize({ match, conditions }: SegmentFilter) {
  return [
    match,
    ...conditions.map((condition) => {
      const kind = kindOf(condition)
      return [condition.field, condition.operator, condition.name?.trim(), kind && condition[kind]]
    }),
  ]
}
