import { Compile, type Validator } from 'typebox/compile'
import type { TSchema } from 'typebox'
import type { App } from './app.js'

/** Only declared fields leave the server, so a successful response without a schema is a bug. */
export function requireDeclaredAnswers(app: App) {
  app.addHook('preSerialization', async (request, reply, answer) => {
    const { config, schema, url } = request.routeOptions
    const responses = schema?.response as Record<string, TSchema> | undefined
    if (reply.statusCode < 400 && !config.page && !responses?.[reply.statusCode])
      throw new Error(`${request.method} ${url} does not declare its ${reply.statusCode} response`)
    return answer
  })
}

/** In tests every response is checked against the declared schema, so the documentation stays true. */
export function checkAnswers(app: App) {
  const validators = new WeakMap<object, Validator>()
  app.addHook('preSerialization', async (request, reply, answer) => {
    const responses = request.routeOptions.schema?.response as Record<string, TSchema> | undefined
    const schema = responses?.[reply.statusCode]
    if (!schema) return answer
    const validator = validators.get(schema) ?? Compile(schema)
    validators.set(schema, validator)
    const plain: unknown = JSON.parse(JSON.stringify(answer))
    if (!validator.Check(plain)) {
      const first = validator.Errors(plain).slice(0, 3)
      throw new Error(`${request.method} ${request.routeOptions.url} breaks its own schema: ${JSON.stringify(first)}`)
    }
    return answer
  })
}
