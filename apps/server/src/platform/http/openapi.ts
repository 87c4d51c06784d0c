import { Refusal, v1Examples, type KeyScope, type PublicApi } from '@papercups/contract'
import swagger, { type SwaggerTransform } from '@fastify/swagger'
import { Type, type TSchema } from 'typebox'
import type { App } from './app.js'

const Unauthenticated = Type.Object({
  error: Type.Object({ code: Type.Optional(Type.Integer()), message: Type.String() }),
})
const Malformed = Type.Object({ errors: Type.Object({ detail: Type.String(), reason: Type.Optional(Type.String()) }) })

interface Failure {
  status: number
  description: string
  schema: TSchema
  /** The methods that can fail so. Default: all. */
  methods?: string[]
  /** Only calls that name a record. */
  named?: true
}

const WRITING = ['POST', 'PUT', 'PATCH']

/** Every error of a call with an API key. */
const FAILURES: Failure[] = [
  { status: 400, description: 'The request is malformed, for example an id that is none.', schema: Malformed },
  { status: 401, description: 'No valid API key, or its owner lost their rights.', schema: Unauthenticated },
  { status: 403, description: 'The scope of the API key does not allow the call.', schema: Refusal },
  { status: 404, description: 'There is no such record in the account.', schema: Refusal, named: true },
  { status: 406, description: 'The Accept header does not allow JSON.', schema: Malformed },
  {
    status: 409,
    description: 'A call with the same Idempotency-Key is running.',
    schema: Refusal,
    methods: ['POST'],
  },
  { status: 413, description: 'The body is too large.', schema: Malformed, methods: WRITING },
  {
    status: 422,
    description: 'A field is wrong, or the Idempotency-Key was used for another call.',
    schema: Refusal,
    methods: WRITING,
  },
  { status: 429, description: 'Too many calls. Retry-After says when to come back.', schema: Refusal },
  {
    status: 503,
    description: 'The server is busy, or its database is away. Repeat the call.',
    schema: Type.Union([Malformed, Refusal]),
  },
]

const IdempotencyKey = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({ maxLength: 255, description: 'A repeated call with the same key and body gets the first answer.' }),
  ),
})

/** Describes all declared routes. `/api/v1` also has its errors and examples. */
export async function describeApi(app: App) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Papercups API', version: '1' },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'header', name: 'authorization' },
          api_key: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: describeRoute,
  })
}

const describeRoute: SwaggerTransform = ({ schema, url, route }) => {
  const { allow, key_scope } = route.config ?? {}
  if (!key_scope) return { schema: { ...schema, security: allow === 'public' ? [] : [{ session: [] }] }, url }
  const method = [route.method].flat()[0] ?? ''
  const example = v1Examples[`${method} ${url.replace('/:any', '')}` as keyof typeof v1Examples] as Example | undefined
  return {
    url,
    schema: {
      ...schema,
      description: `The API key needs one of these scopes: ${scopesFor(method, key_scope).join(', ')}.`,
      security: [{ api_key: [] }],
      ...(method === 'POST' && { headers: IdempotencyKey }),
      ...(schema?.body !== undefined && { body: withExample(schema.body as object, example?.body) }),
      response: {
        ...describeSuccess(schema?.response as Record<string, object>, example),
        ...describeFailures(method, url),
      },
    },
  }
}

interface Example {
  body?: unknown
  status: number
  answer?: unknown
}

const scopesFor = (method: string, scope: PublicApi['scope']): KeyScope[] => [
  ...(method === 'GET' ? ['read' as const] : []),
  ...(scope === 'messages' ? ['messages' as const] : []),
  'everything',
]

const withExample = (schema: object, example: unknown) =>
  example === undefined ? schema : { ...schema, examples: [example] }

const describeSuccess = (responses: Record<string, object>, example: Example | undefined) =>
  Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => [
      status,
      withExample(schema, Number(status) === example?.status ? example.answer : undefined),
    ]),
  )

function describeFailures(method: string, url: string) {
  const possible = FAILURES.filter(({ methods, named }) => {
    return (!methods || methods.includes(method)) && (!named || url.includes(':id') || WRITING.includes(method))
  })
  return Object.fromEntries(possible.map(({ status, description, schema }) => [status, { description, ...schema }]))
}
