/** The parts of an OpenAPI description that the generator reads. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
}

export interface Operation {
  parameters?: Array<{ name: string; in: string; schema: Schema }>
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

type Content = Record<string, { schema?: Schema }>

export interface Schema {
  type?: string
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  format?: string
  pattern?: string
}

const schemaIn = (content: Content | undefined) => content?.['application/json']?.schema

export const bodyOf = ({ requestBody }: Operation) => schemaIn(requestBody?.content)

/** What a successful call answers. Answers that are a text, such as CSV, are left out: the client asks for JSON. */
export function answerOf({ responses }: Operation): Schema | undefined {
  const success = Object.entries(responses).find(([status]) => Number(status) < 300)
  const schema = schemaIn(success?.[1].content)
  return schema?.anyOf?.find(({ type }) => type === 'object') ?? schema
}

/** The record or the records of an answer. Where there are several kinds, the first is for the team, the others for visitors. */
export function dataOf(operation: Operation) {
  const data = answerOf(operation)?.properties?.data
  return data?.anyOf?.[0] ?? data
}
