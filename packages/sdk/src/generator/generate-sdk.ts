import { answerOf, bodyOf, dataOf, type OpenApi, type Operation, type Schema } from './openapi.js'
import { readResources, type Resource } from './resources.js'
import { identify, writeFields, writeType, type Names } from './write-type.js'

/** Writes the types and the methods of every call with an API key that the description has. */
export function generateSdk(openapi: OpenApi) {
  const resources = readResources(openapi)
  // Lists first: a profile is a user, not the other way round.
  const types = nameTypes([...resources.filter(({ list }) => list), ...resources.filter(({ list }) => !list)])
  const names: Names = new Map([...types].map(([name, schema]) => [identify(schema), name]))
  return [
    '// Generated from the OpenAPI description of the server. Do not edit: run `npm run generate -w @papercups/sdk`.',
    "import { Caller, path, type CallOptions } from './caller.js'",
    ...[...types].map(([name, schema]) => `export interface ${name} ${writeFields(schema, names)}`),
    `/** The API as the owner of a key sees it. */
export class Papercups extends Caller {
  ${resources.map((resource) => writeResource(resource, names)).join('\n')}
}`,
  ].join('\n\n')
}

/** Each type once, under its first name. */
function nameTypes(resources: Resource[]) {
  const types = new Map<string, Schema>()
  const known = new Set<string>()
  for (const [name, schema] of resources.flatMap(typesOf)) {
    if (known.has(identify(schema))) continue
    if (types.has(name)) throw new Error(`Two different types are called ${name}.`)
    known.add(identify(schema))
    types.set(name, schema)
  }
  return types
}

/** The types of a resource that have a name, most important first. */
function typesOf({ name, list, retrieve, create, update }: Resource): Array<[name: string, schema: Schema]> {
  const all: Array<[string, Schema | undefined]> = [
    [name, retrieve && dataOf(retrieve)],
    [`Listed${name}`, list && dataOf(list)?.items],
    [`Saved${name}`, create && dataOf(create)],
    [`Saved${name}`, update && dataOf(update)],
    [`${name}Filters`, list && queryOf(list)],
    [`${name}Options`, retrieve && queryOf(retrieve)],
    [`New${name}`, create && argumentOf(create)?.schema],
    [`${name}Changes`, update && argumentOf(update)?.schema],
  ]
  return all.flatMap(([type, schema]) => (schema?.properties ? [[type, schema]] : []))
}

function writeResource(resource: Resource, names: Names) {
  const { name, path, list, cursor, inOrder, retrieve, create, update, remove, parts, actions } = resource
  if (path === '/me') return `me = (options?: CallOptions) => this.read<${name}>('/me', undefined, options)\n`
  const typeOf = (schema: Schema | undefined) => writeType(schema ?? {}, names)
  const byId = retrieve?.path.endsWith('{id}')
  const id = byId ? `id: ${typeOf(retrieve?.parameters?.find((one) => one.in === 'path')?.schema)}, ` : ''
  const one = byId ? `path\`${path}/\${id}\`` : `'${path}'`
  const filters = list && queryOf(list)
  const query = retrieve && queryOf(retrieve)
  const fixed = [cursor, ...(inOrder ? ['order', 'page'] : [])].filter((name) => name && filters?.properties?.[name])
  const methods = [
    list &&
      `list: (${filters ? `filters?: ${typeOf(filters)}, ` : ''}options?: CallOptions) =>
        this.read<${typeOf(dataOf(list))}>('${path}', ${filters ? 'filters' : 'undefined'}, options),`,
    cursor &&
      `/** Reads all pages, each when it is needed. */
      iterate: (filters?: Omit<${typeOf(filters)}, ${fixed.map((name) => `'${name}'`).join(' | ')}>, options?: CallOptions) =>
        this.every<${typeOf(dataOf(list as Operation)?.items)}>('${path}', '${cursor}', ${inOrder ? "{ ...filters, order: 'id' }" : 'filters'}, options),`,
    retrieve &&
      `retrieve: (${id}${query ? `query?: ${typeOf(query)}, ` : ''}options?: CallOptions) =>
        this.read<${typeOf(dataOf(retrieve))}>(${one}, ${query ? 'query' : 'undefined'}, options),`,
    create && writeMethod('create', 'POST', create, `'${path}'`, ''),
    update && writeMethod('update', 'PUT', update, one, id),
    remove && `delete: (${id}options?: CallOptions) => this.remove(${one}, options),`,
    ...Object.entries(parts).map(([name, part]) => writePart(name, part)),
    ...Object.entries(actions).map(([verb, action]) => {
      const { method, path } = action
      const answer = typeOf(answerOf(action)?.properties?.data)
      const query = queryOf(action)
      if (method === 'GET')
        return `${verb}: (${query ? `query: ${typeOf(query)}, ` : ''}options?: CallOptions) =>
          this.read<${answer}>('${path}', ${query ? 'query' : 'undefined'}, options),`
      return `${verb}: (body: ${typeOf(bodyOf(action))}, options?: CallOptions) =>
        this.write<${answer}>('POST', '${path}', body, options),`
    }),
  ]
  return `readonly ${path.slice(1)} = {\n${methods.filter(Boolean).join('\n')}\n}\n`

  function writePart(name: string, part: Resource['parts'][string]) {
    const ids = (part.parameters ?? []).filter((one) => one.in === 'path')
    const given = ids.map(({ name, schema }) => `${name}: ${typeOf(schema)}, `).join('')
    const url = `path\`${part.path.replaceAll('{', '${')}\``
    if (part.method === 'POST') return writeMethod(name, 'POST', part, url, given)
    if (part.method === 'DELETE') return `${name}: (${given}options?: CallOptions) => this.remove(${url}, options),`
    const query = queryOf(part)
    return `${name}: (${given}${query ? `query?: ${typeOf(query)}, ` : ''}options?: CallOptions) =>
        this.read<${typeOf(dataOf(part))}>(${url}, ${query ? 'query' : 'undefined'}, options),`
  }

  function writeMethod(method: string, verb: string, operation: Operation, url: string, id: string) {
    const { name, schema } = argumentOf(operation)
    return `${method}: (${id}${name}: ${typeOf(schema)}, options?: CallOptions) =>
      this.write<${typeOf(dataOf(operation))}>('${verb}', ${url}, { ${name} }, options),`
  }
}

/** The record in a body. A visitor's proof of identity beside it is not for API keys. */
function argumentOf(operation: Operation) {
  const body = bodyOf(operation)
  const name = body?.required?.[0]
  const schema = name && body?.properties?.[name]
  if (!schema) throw new Error('A body has no required field.')
  return { name, schema }
}

/** The query as the type of one argument. It is text, so numbers may stand for texts. */
function queryOf({ parameters = [] }: Operation): Schema | undefined {
  const query = parameters.filter((one) => one.in === 'query' && one.name !== 'format')
  if (query.length === 0) return undefined
  const isText = (schema: Schema) => schema.type === 'string' && !schema.format && !schema.enum
  const widen = (schema: Schema): Schema =>
    isText(schema)
      ? { anyOf: [schema, { type: 'number' }] }
      : { ...schema, ...(schema.anyOf && { anyOf: schema.anyOf.map(widen) }) }
  return { type: 'object', properties: Object.fromEntries(query.map(({ name, schema }) => [name, widen(schema)])) }
}
