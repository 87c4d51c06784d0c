import type { Schema } from './openapi.js'

/** Type names by what `identify` returns for the object that they name. */
export type Names = Map<string, string>

/** The TypeScript type of a schema. Objects that have a name are written as their name. */
export function writeType(schema: Schema, names: Names = new Map()): string {
  const { type, anyOf, items, properties, additionalProperties } = schema
  if (anyOf) return [...new Set(anyOf.map((one) => writeType(one, names)))].join(' | ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (items) return `Array<${writeType(items, names)}>`
  if (properties) return names.get(identify(schema)) ?? writeFields(schema, names)
  if (type === 'object') {
    const values = typeof additionalProperties === 'object' ? writeType(additionalProperties, names) : 'unknown'
    return `Record<string, ${values}>`
  }
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'string' || type === 'boolean' || type === 'null') return type
  if (type !== undefined) throw new Error(`The generator does not know the type ${type}.`)
  return 'unknown'
}

/** The fields of an object, also where the object has a name. */
export function writeFields({ properties = {}, required = [] }: Schema, names?: Names) {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${writeType(schema, names)}`,
  )
  return `{ ${fields.join('; ')} }`
}

/** The same for objects with the same fields in any order. */
export function identify({ properties = {}, required }: Schema) {
  const sorted = Object.keys(properties)
    .toSorted()
    .map((name) => [name, properties[name] ?? {}])
  return writeFields({ properties: Object.fromEntries(sorted), ...(required && { required }) })
}
