import type { Page } from '@playwright/test'
import { gunzipSync } from 'node:zlib'

interface RecordedEvent {
  type: number
  timestamp: number
  data: { tag?: string; payload?: Record<string, string>; node?: SnapshotNode; source?: number }
}

interface SnapshotNode {
  id: number
  attributes?: Record<string, unknown>
  childNodes?: SnapshotNode[]
}

/** Collects everything that the pages of a visitor send to the server, decompressed. */
export function collectSent(visitor: Page, server: string) {
  const texts: string[] = []
  const paths: string[] = []
  const events: RecordedEvent[] = []
  let connections = 0
  visitor.on('websocket', (line) => {
    connections += 1
    line.on('framesent', ({ payload }) => {
      const [, , , event, body] = JSON.parse(String(payload)) as [unknown, unknown, unknown, string, { events: string }]
      texts.push(String(payload))
      if (event === 'replay:events') read(body.events)
    })
  })
  visitor.on('request', (request) => {
    if (!request.url().startsWith(`${server}/api/`)) return
    paths.push(`${request.method()} ${new URL(request.url()).pathname.replace(/[\da-f-]{36}/, ':id')}`)
    texts.push(request.url(), request.postData() ?? '')
  })
  function read(packed: string) {
    const json = gunzipSync(Buffer.from(packed, 'base64')).toString()
    texts.push(json)
    events.push(...(JSON.parse(json) as RecordedEvent[]))
  }
  const marks = () =>
    events.flatMap(({ type, data }): Array<Record<string, string | undefined>> =>
      type === 5 ? [{ kind: data.tag, ...data.payload }] : [],
    )
  return { events, paths, marks, connections: () => connections, all: () => texts.join('\n') }
}

/** The id of the node with this attribute in a snapshot. */
export function findNodeId(events: RecordedEvent[], name: string, value: string): number {
  const roots = events.flatMap(({ data }) => data.node ?? [])
  const search = (node: SnapshotNode): number | undefined =>
    node.attributes?.[name] === value ? node.id : node.childNodes?.map(search).find((id) => id !== undefined)
  const found = roots.map(search).find((id) => id !== undefined)
  if (found === undefined) throw new Error(`no ${name}=${value} in the snapshot`)
  return found
}

export const readEvents = (events: string | unknown[]) =>
  (typeof events === 'string'
    ? JSON.parse(gunzipSync(Buffer.from(events, 'base64')).toString())
    : events) as RecordedEvent[]
