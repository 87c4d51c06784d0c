import { randomId } from '@papercups/client-core'
import { openSocket, PushError } from '@papercups/wire'
import type { RecordingSettings } from '../may-record.js'
import type { StorytimeOptions } from '../options.js'
import { createBatches, type Refusal } from './batches.js'
import { createCapture } from './capture.js'
import { pageMark, textOf, watchMarks, type Mark } from './marks.js'
import { maskCards } from './masks.js'
import { createPointing } from './pointing.js'
import { openSession, type Session } from './session.js'
import { createWatchers } from './watchers.js'

export interface Site {
  account_id: string
  /** The address of the server, without a slash at the end. */
  base: string
  options: StorytimeOptions
  settings: RecordingSettings
  /** Whether the current page may be recorded. */
  may(): boolean
  joined(session_id: string, customer_id: string | null): void
  /** The person signed out. */
  left(): void
  log(...what: unknown[]): void
}

export interface Recording {
  /** Ends the session. Events that were not sent yet are sent, or dropped if the visitor withdrew the consent. */
  finish(rest: 'send' | 'drop'): void
}

/** What a browser sends while a page is left: 64 kB for all of it. */
const BEACON_BYTES = 60_000
const MOST_REFUSED_JOINS = 3
/** A session that is finished so often, in spite of its restarts, does not exist any more. */
const MOST_FINISHES = 3

/** Records until `finish`. The session is created when there is something to record. */
export function startRecording(site: Site): Recording {
  const { mask_text } = site.settings
  const ended = new AbortController()
  const { signal } = ended
  let session: Session | undefined
  let topic: ReturnType<ReturnType<typeof openSocket>['topic']> | undefined
  let page = ''
  let isPaused = false
  let refusals = 0
  let finishes = 0

  const batches = createBatches({
    page: randomId(),
    async send(batch) {
      if (!topic) throw new PushError()
      await topic.push('replay:events', batch)
      finishes = 0
    },
    reasonOf: (error) => (error instanceof PushError ? ((error.response.reason ?? 'timeout') as Refusal) : undefined),
    lost: (reason) => (reason ? capture.giveUp() : capture.snapshot()),
    refused: (reason) => {
      if (reason === 'finished' && ++finishes < MOST_FINISHES) return session?.restart()
      // It was erased.
      if (reason === 'finished') session?.forget()
      end()
    },
  })
  const storeMark = (mark: Mark) => {
    const at = Date.now()
    const json = maskCards(JSON.stringify({ type: 5, timestamp: at, data: mark }))
    batches.add({ at, json, mark: { at, kind: mark.tag, text: maskCards(textOf(mark)) } })
  }
  const mark = (mark: Mark) => {
    if (followPage()) storeMark(mark)
  }
  const capture = createCapture({
    mask_text,
    emit: (event) =>
      !followPage() ||
      batches.add({ at: event.timestamp, json: maskCards(JSON.stringify(event)), snapshot: event.type === 2 }),
    slowed: (reason) => mark({ tag: 'slowed', payload: { reason } }),
  })

  /** Notices that the page changed without being loaded. Returns false while this page may not be recorded. */
  function followPage() {
    if (signal.aborted) return false
    if (location.href !== page) {
      page = location.href
      const may = site.may()
      if (may) storeMark(pageMark(mask_text))
      if (may === isPaused) {
        isPaused = !may
        // Says nothing about the page itself.
        if (isPaused) storeMark({ tag: 'paused', payload: { text: '' } })
        // Not at once: this runs inside the recording that it stops.
        setTimeout(() => (isPaused ? capture.stop() : capture.start()))
      }
    }
    return !isPaused
  }

  const watchers = createWatchers((watched, isNew) => {
    if (isNew) capture.snapshot()
    batches.setLive(watched)
  })
  const socket = openSocket({ url: `${site.base.replace(/^http/, 'ws')}/socket` })

  const begin = async () => {
    capture.start()
    const opened = (session = await openSession(site))
    if (signal.aborted) {
      opened.finish()
      return opened.forget()
    }
    const room = socket.topic(`events:${site.account_id}:${opened.id}`, () => ({
      customerId: opened.customer_id,
      recorder: 2,
    }))
    topic = room
    const pointing = createPointing(capture.nodeOf, (agreed) => void room.push('pointer:answer', { agreed }))
    room
      .on('presence_state', watchers.set)
      .on('presence_diff', watchers.apply)
      .on('pointer:ask', pointing.ask)
      .on('pointer:show', pointing.show)
      .on('pointer:hide', pointing.hide)
      .join({
        joined: () => {
          refusals = 0
          site.joined(opened.id, opened.customer_id)
          reportVisibility()
          batches.setConnected(true)
        },
        refused: ({ reason }) => {
          site.log('the server refused the session:', reason)
          if (++refusals < MOST_REFUSED_JOINS) return
          opened.forget()
          end()
        },
      })
    signal.addEventListener('abort', pointing.end)
  }

  const reportVisibility = () => {
    const isVisible = document.visibilityState === 'visible'
    topic?.push(isVisible ? 'session:active' : 'session:inactive', { ts: Date.now() }).catch(() => {})
  }

  socket.watch(() => batches.setConnected(false))
  const stopMarks = watchMarks(mask_text, (one) => {
    mark(one)
    // A click often leads to another page.
    if (one.tag === 'click') batches.flush()
  })
  const timer = setInterval(followPage, 1000)
  const on = (target: EventTarget, name: string, listener: (event: never) => void) =>
    target.addEventListener(name, listener as EventListener, { signal })
  on(document, 'visibilitychange', () => {
    reportVisibility()
    batches.flush()
  })
  on(window, 'pagehide', () => {
    session?.sendRest(batches.rest(BEACON_BYTES))
    session?.finish()
  })
  on(window, 'pageshow', ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    session?.restart()
    capture.start()
  })
  on(window, 'papercups:customer:set', ({ detail }: CustomEvent<string | null>) => {
    if (!detail) {
      session?.forget()
      site.left()
    } else if (detail !== session?.customer_id) session?.identify(detail)
  })

  /** Stops without a word to the server. */
  function end() {
    ended.abort()
    clearInterval(timer)
    stopMarks()
    capture.stop()
    socket.close()
    batches.clear()
  }

  whenIdle(() => {
    if (signal.aborted) return
    begin().catch((error: unknown) => {
      site.log('cannot open a session:', error)
      end()
    })
  })
  return {
    finish(rest) {
      if (rest === 'send') session?.sendRest(batches.rest(BEACON_BYTES))
      session?.finish()
      session?.forget()
      end()
    },
  }
}

const whenIdle = (act: () => void) =>
  typeof requestIdleCallback === 'function' ? requestIdleCallback(act, { timeout: 2000 }) : setTimeout(act, 200)
