import { answerOf, dataOf, type OpenApi, type Operation } from './openapi.js'

type Located = Operation & { path: string }

/** The calls of one path below `/api/v1`, by the names of their methods. */
export interface Resource {
  /** The type of one record. */
  name: string
  path: string
  list?: Located
  /** The parameter that takes the `next` of a page. */
  cursor?: string
  /** The list can be read in an order that never changes. */
  inOrder: boolean
  retrieve?: Located
  create?: Located
  update?: Located
  remove?: Located
  /** Calls about what one record has: `listMessages`, `addTag`, `removeTag`. */
  parts: Record<string, Located & { method: 'GET' | 'POST' | 'DELETE' }>
  /** Other calls, by names from the last part of their path: `send`, `listRepos`, `createIssue`. */
  actions: Record<string, Located & { method: 'GET' | 'POST' }>
}

const PREFIX = '/api/v1'

/** Without PATCH, which means the same as PUT, and without the paths with an id that is ignored. */
export function readResources({ paths }: OpenApi): Resource[] {
  const segments = Object.keys(paths).flatMap((path) => (path.startsWith(`${PREFIX}/`) ? [path.split('/')[3]] : []))
  return [...new Set(segments)].toSorted().map((segment) => readResource(`/${segment}`, paths))
}

function readResource(path: string, paths: OpenApi['paths']): Resource {
  const find = (url: string, method: string) => {
    const operation = paths[PREFIX + url]?.[method]
    return operation && { ...operation, path: url }
  }
  const all = find(path, 'get')
  const list = all && dataOf(all)?.type === 'array' ? all : undefined
  const retrieve = list ? find(`${path}/{id}`, 'get') : all
  const update = find(list ? `${path}/{id}` : path, 'put')
  const [create, remove] = [find(path, 'post'), find(`${path}/{id}`, 'delete')]
  const cursor = list && cursorOf(list)
  const verbs = Object.keys(paths).flatMap((url) => new RegExp(`^${PREFIX}${path}/(\\w+)$`).exec(url)?.[1] ?? [])
  const actions = verbs.flatMap((verb) => {
    const [read, write] = [find(`${path}/${verb}`, 'get'), find(`${path}/${verb}`, 'post')]
    const name = toTypeName(verb)
    return [
      ...(read ? [[`list${name}`, { ...read, method: 'GET' }] as const] : []),
      ...(write ? [[read ? `create${name.replace(/s$/, '')}` : verb, { ...write, method: 'POST' }] as const] : []),
    ]
  })
  const parts = Object.keys(paths).flatMap((url) => {
    const [, part] = new RegExp(`^${PREFIX}${path}/{id}/(\\w+)(?:/{\\w+})?$`).exec(url) ?? []
    if (!part) return []
    const one = toTypeName(part).replace(/s$/, '')
    const names = { GET: `list${one}s`, POST: `add${one}`, DELETE: `remove${one}` }
    return (['GET', 'POST', 'DELETE'] as const).flatMap((method) => {
      const call = find(url.slice(PREFIX.length), method.toLowerCase())
      return call ? [[names[method], { ...call, method }] as const] : []
    })
  })
  return {
    name: toTypeName(list ? objectOf(retrieve) : path.slice(1)),
    path,
    ...(list && { list }),
    ...(cursor && { cursor }),
    inOrder: list?.parameters?.some(({ name }) => name === 'order') ?? false,
    ...(retrieve && { retrieve }),
    ...(create && { create }),
    ...(update && { update }),
    ...(remove && { remove }),
    parts: Object.fromEntries(parts),
    actions: Object.fromEntries(actions),
  }
}

function cursorOf(list: Operation) {
  if (!answerOf(list)?.properties?.next) return undefined
  const names = (list.parameters ?? []).map(({ name }) => name)
  return names.find((name) => name === 'after') ?? names.find((name) => name.startsWith('after_'))
}

/** A record says what it is in `object`. */
function objectOf(retrieve: Operation | undefined) {
  const [object] = (retrieve && dataOf(retrieve)?.properties?.object?.enum) ?? []
  if (typeof object !== 'string') throw new Error('A record does not say what it is.')
  return object
}

const toTypeName = (words: string) => words.replace(/(^|_)(\w)/g, (_, _start, letter: string) => letter.toUpperCase())
