import type { Audience } from '@papercups/contract'
import type { Caller } from '../feature.js'
import type { Limits } from './limits.js'
import type { Topic, TopicEvent } from './topic.js'

/** A declared topic, ready to be matched against names. */
export interface Declared {
  topic: Topic
  parts: string[]
  /** A map, so that an event called `toString` is unknown. */
  events: Map<string, TopicEvent>
  /** Set where the topic takes larger frames than others. */
  frame_bytes: number | undefined
  frame_values: number | undefined
}

export interface Match {
  declared: Declared
  params: Record<string, string>
}

const audiences: Audience[] = ['public', 'user', 'admin']

export function createTopicTable(topics: Topic[], limits: Limits) {
  const declared = topics.map((topic) => declare(topic, limits))
  const names = new Set<string>()
  for (const { parts } of declared) {
    const shape = parts.map((part) => (isParam(part) ? '{}' : part)).join(':')
    if (names.has(shape)) throw new Error(`topic ${parts.join(':')} is declared twice`)
    names.add(shape)
  }
  // Fewest parameters first: conversation:lobby before conversation:{conversation_id}.
  declared.sort((a, b) => a.parts.filter(isParam).length - b.parts.filter(isParam).length)

  return {
    largest_frame: Math.max(limits.frame_bytes, ...declared.map(({ frame_bytes = 0 }) => frame_bytes)),
    find(name: string): Match | undefined {
      const parts = name.split(':', 9)
      for (const candidate of declared) {
        const params = match(candidate.parts, parts)
        if (params) return { declared: candidate, params }
      }
      return undefined
    },
  }
}

export type TopicTable = ReturnType<typeof createTopicTable>

export function admits(allow: Audience, caller: Caller | undefined) {
  if (allow === 'public') return true
  return caller !== undefined && (allow === 'user' || caller.user.role === 'admin')
}

const isParam = (part: string) => part.startsWith('{') && part.endsWith('}')

function declare(topic: Topic, limits: Limits): Declared {
  if (!audiences.includes(topic.allow)) throw new Error(`topic ${topic.name} does not say who may join it`)
  const events = new Map(Object.entries(topic.events))
  for (const [name, event] of events) {
    if (!audiences.includes(event.allow)) throw new Error(`event ${name} of ${topic.name} does not say who may send it`)
    if (!event.input) throw new Error(`event ${name} of ${topic.name} does not say what it takes`)
  }
  const ofTopic = (larger: Record<string, number>) =>
    Object.entries(larger).find(([beginning]) => topic.name.startsWith(beginning))?.[1]
  const [frame_bytes, frame_values] = [ofTopic(limits.large_frame_bytes), ofTopic(limits.large_frame_values)]
  return { topic, events, parts: topic.name.split(':'), frame_bytes, frame_values }
}

function match(pattern: string[], parts: string[]) {
  if (pattern.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, wanted] of pattern.entries()) {
    const part = parts[index]
    if (!part) return undefined
    if (isParam(wanted)) params[wanted.slice(1, -1)] = part
    else if (part !== wanted) return undefined
  }
  return params
}
