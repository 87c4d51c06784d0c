import type { Topic } from '../../src/platform/realtime/topic.js'
import { columnOf } from './id-columns.js'
import { fill, type ValueFor } from './request.js'
import { asListIfNeeded, sample } from './sample.js'
import type { Position } from './shape.js'
import type { Side, World } from './world.js'

export const isId = (world: World, position: Position) => columnOf(position, world.tableNames) !== undefined

/** Ids of `own`, but of `stranger` for the positions in `strange`. */
export function idsOf(world: World, own: Side, stranger: Side = own, strange: Position[] = []): ValueFor {
  return (position) => {
    const column = columnOf(position, world.tableNames)
    if (!column) return sample(position)
    return asListIfNeeded(position, world.idOf(strange.includes(position) ? stranger : own, column))
  }
}

/** Each combination of strange ids, once with the required fields and once with all fields. */
export function attempts(world: World, positions: Position[]) {
  const usable = positions.filter((position) => !isRecipients(position))
  const ids = usable.filter((position) => isId(world, position))
  const choices = [[], ...ids.map((one) => [one]), ...(ids.length > 1 ? [ids] : [])]
  const words = usable.filter((position) => position.place === 'body' && !isId(world, position))
  const bases = ids.length === 0 ? [words] : [words, usable]
  return choices.flatMap((strange) => bases.map((base) => ({ strange, wanted: [...base, ...strange] })))
}

/** The recipients of a message: they need a conversation by email, and the sweep's are chats. */
const isRecipients = ({ of, place, path }: Position) =>
  place === 'body' && path.at(-2) === 'email' && of !== 'POST /api/emails'

const parametersOf = ({ name }: Topic): Position[] =>
  [...name.matchAll(/\{([a-z_]+)\}/g)].map(([, key = '']) => ({
    of: name,
    place: 'query',
    path: [key],
    shape: { type: 'string' },
  }))

/** The topic's name with the ids of a side. */
export function topicName(world: World, topic: Topic, side: Side) {
  const parameters = parametersOf(topic)
  const nothing = { params: undefined, query: undefined, body: undefined }
  const { query } = fill(nothing, parameters, parameters, idsOf(world, side))
  return topic.name.replace(/\{([a-z_]+)\}/g, (_, key: string) => String(query[key]))
}

export function isNotAuthenticated(text: string, disabled: boolean) {
  const { error } = JSON.parse(text) as { error?: { code?: number; status?: number; message?: string } }
  if (disabled) return error?.status === 401 && Boolean(error.message)
  return error?.code === 401 && error.message === 'Not authenticated'
}
