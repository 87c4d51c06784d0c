import type { TSchema } from 'typebox'

type Pick = (value: unknown) => unknown
type Fields = Map<string, Pick>

/** The parts of JSON Schema that TypeBox writes. */
interface Schema {
  type?: string
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  items?: Schema | Schema[]
  anyOf?: Schema[]
}

const keep: Pick = (value) => value

const compiled = new WeakMap<TSchema, Pick>()

/**
 * Returns a function that copies a value and leaves out every field that the schema does not declare. It does not
 * validate: a stored value that breaks a newer rule must still reach its reader.
 */
export function pickDeclared(schema: TSchema): Pick {
  const known = compiled.get(schema)
  if (known) return known
  const pick = compile([schema as Schema])
  compiled.set(schema, pick)
  return pick
}

/** Several schemas are alternatives: a field of an object may leave when one of them declares it. */
function compile(alternatives: Schema[]): Pick {
  const schemas = alternatives.flatMap(flatten)
  const lists = schemas.filter(({ type }) => type === 'array')
  const objects = schemas.filter(({ type }) => type === 'object')
  const takesAnything = schemas.some((schema) => Object.keys(schema).length === 0)
  if (takesAnything || (lists.length === 0 && objects.length === 0)) return keep

  const item = compile(lists.flatMap(({ items }) => items ?? {}))
  const object = compileObject(objects)
  return (value) => {
    if (Array.isArray(value)) return value.map(item)
    return typeof value === 'object' && value !== null ? object(value) : value
  }
}

function flatten(schema: Schema): Schema[] {
  return schema.anyOf ? schema.anyOf.flatMap(flatten) : [schema]
}

function compileObject(schemas: Schema[]): (value: object) => object {
  const fields: Fields = new Map()
  const names = new Set(schemas.flatMap(({ properties }) => Object.keys(properties ?? {})))
  for (const name of names) fields.set(name, compile(schemas.flatMap(({ properties }) => properties?.[name] ?? [])))
  const others = schemas.flatMap(schemasOfOtherFields)
  const pickOther = others.length > 0 ? compile(others) : undefined

  return (value) => {
    const picked: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(value)) {
      const pick = fields.get(name) ?? pickOther
      // A key called __proto__ would set the prototype.
      if (pick && name !== '__proto__') picked[name] = pick(field)
    }
    return picked
  }
}

function schemasOfOtherFields({ patternProperties = {}, additionalProperties }: Schema): Schema[] {
  const others = Object.values(patternProperties)
  if (additionalProperties === true) return [...others, {}]
  return additionalProperties ? [...others, additionalProperties] : others
}
