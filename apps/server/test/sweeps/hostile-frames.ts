import type { Topic } from '../../src/platform/realtime/topic.js'
import { ownValues, wordsOf } from './attacks.js'
import { asText, everyValue, hostileValues, longValues, valuesFor, writeJson } from './hostile-values.js'
import { isOptionalField } from './optional-fields.js'
import { fill, put } from './request.js'
import { nameOf, partsOfEvent, positionsOfEvent, type Position } from './shape.js'
import type { RawSocket, SocketReply } from './socket.js'
import type { World } from './world.js'

export type Push = [title: string, frame: string, harmless?: boolean]

const REFUSED_AS_A_BUG = /^(Something went wrong|join crashed)$/

/** What is wrong with a reply, if anything. A harmless push has to be accepted. */
export function faultOfReply({ status, response }: SocketReply, harmless = false) {
  if (status === 'ok') return undefined
  const { reason } = response
  if (harmless) return `refused the visitor's message: ${JSON.stringify(response)}`
  if (typeof reason !== 'string' || !/[a-z]{3}/i.test(reason))
    return `refused without a reason: ${JSON.stringify(response)}`
  if (/Too many/.test(reason)) return 'was stopped by a rate limit, so it tested nothing'
  return REFUSED_AS_A_BUG.test(reason) ? `failed: ${reason}` : undefined
}

const frameOf = (topic: string, event: string, payload: unknown) => writeJson(['j', 'r', topic, event, payload])

/** Joins of one topic. `name` is its name with real ids. */
export const hostileJoins = (topic: Topic, name: string) =>
  Object.entries(hostileValues).flatMap(([title, value]): Push[] => [
    [`join ${topic.name} with ${title}`, frameOf(name, 'phx_join', value)],
    [`join ${topic.name} with ${title} for a customer`, frameOf(name, 'phx_join', { customer_id: value })],
    [
      `join ${topic.name} named by ${title}`,
      frameOf(
        name.replace(/[^:]*$/, () => (typeof value === 'string' ? value : writeJson(asText(value)))),
        'phx_join',
        {},
      ),
    ],
  ])

/** Pushes of one event, in groups: hostile values for the whole payload, then for each of its fields. */
export function hostilePushes(world: World, topic: Topic, name: string, event: string): Push[][] {
  const title = `${event} in ${topic.name}`
  const positions = positionsOfEvent(topic, event)
  const valid = (more: Position[]) =>
    fill(partsOfEvent(topic, event), positions, [...wordsOf(world, positions), ...more], ownValues(world)).body
  const whole = Object.entries(everyValue).map(([what, value]): Push => [
    `${title} with ${what}`,
    frameOf(name, event, value),
  ])
  const fields = positions.map((position) =>
    valuesFor(position).map(([what, value]): Push => {
      const body = valid([position])
      put(body, position.path, value)
      const harmless = isOptionalField(position) && !(what in longValues)
      return [`${title} with ${what} for ${nameOf(position)}`, frameOf(name, event, body), harmless]
    }),
  )
  return [whole, ...fields]
}

export function joinWithoutEnd(socket: RawSocket) {
  for (let at = 0; at < 10_000; at += 1) {
    socket.send(JSON.stringify([`${at}`, `${at}`, `conversation:lobby:${at}`, 'phx_join', {}]))
  }
}
