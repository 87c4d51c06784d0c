import { ConnectionError } from './errors.js'

export interface RetryOptions {
  /** How often a failed call is repeated. */
  retries: number
  /** Milliseconds before the first repetition. Each further one waits twice as long, up to 8 seconds. */
  retryDelay: number
  /** Milliseconds for each attempt. */
  timeout: number
}

interface Answer {
  status: number
  text: string
  location: string | null
  /** Milliseconds until the server wants to be called again. */
  retryAfter: number | undefined
}

interface LastAnswer extends Answer {
  /** An attempt before this one got no answer or a failure, so it may have worked. */
  mayHaveWorked: boolean
}

const MAX_DELAY = 8_000
/** A server that wants a longer pause gets no further call; the caller decides. */
const MAX_RETRY_AFTER = 60_000

/** Repeats a call that got no answer, 429 or 5xx. Throws when the last attempt got no answer. */
export async function fetchWithRetries(
  url: string,
  request: RequestInit,
  { retries, retryDelay, timeout }: RetryOptions,
  signal?: AbortSignal,
): Promise<LastAnswer> {
  let mayHaveWorked = false
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted()
    const result = await attemptFetch(url, request, timeout, signal)
    const isLast = attempt >= retries
    if (result instanceof ConnectionError) {
      if (isLast) throw result
    } else if (isLast || !isTemporary(result, attempt)) return { ...result, mayHaveWorked }
    mayHaveWorked ||= result instanceof ConnectionError || result.status >= 500
    const backOff = Math.min(retryDelay * 2 ** attempt, MAX_DELAY) * (0.5 + Math.random() / 2)
    const asked = result instanceof ConnectionError ? undefined : result.retryAfter
    await wait(Math.max(backOff, asked ?? 0), signal)
  }
}

function isTemporary({ status, retryAfter = 0 }: Answer, attempt: number) {
  if (retryAfter > MAX_RETRY_AFTER) return false
  // 409: the server still works on the attempt before this one.
  return status === 429 || status >= 500 || (status === 409 && attempt > 0)
}

async function attemptFetch(url: string, request: RequestInit, timeout: number, signal?: AbortSignal) {
  const limit = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(url, { ...request, signal: signal ? AbortSignal.any([signal, limit]) : limit })
    const { status, headers } = response
    const answer: Answer = {
      status,
      text: await response.text(),
      location: headers.get('location'),
      retryAfter: readRetryAfter(headers.get('retry-after')),
    }
    return answer
  } catch (cause) {
    signal?.throwIfAborted()
    return new ConnectionError(
      limit.aborted ? `The server did not answer within ${timeout} ms.` : 'The server is not reachable.',
      { cause },
    )
  }
}

/** Seconds, or a date. */
function readRetryAfter(header: string | null) {
  if (!header) return undefined
  const seconds = Number(header)
  const time = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1_000
  return Number.isNaN(time) ? undefined : Math.max(0, time)
}

function wait(milliseconds: number, signal?: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
