import type { ConsoleLine } from '@papercups/contract'

/** Code to run with an input, both as text. With `check` it is only compiled. */
export interface Task {
  code: string
  /** JSON. */
  input: string
  env: Record<string, string>
  check?: boolean
  /** Time of the processor. */
  cpu_ms: number
  /** Of this run in its process. */
  number: number
}

export interface GuestRequest {
  url: string
  method: string
  headers: Record<string, string>
  body: string | null
}

export interface GuestResponse {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
  url: string
}

/** What a function did in the end. The result is JSON. */
export type Ending =
  { ok: true; result: string } | { ok: false; error: { errorType: string; errorMessage: string; stack: string } }

export type GuestAnswer = { id: number; response: GuestResponse } | { id: number; failure: string }

/** From the server to a runner. An answer is for one run only: the next one may be another account's. */
export type ToRunner = { run: Task } | { answered: GuestAnswer & { run: number } }

/** From a runner to the server. */
export type FromRunner =
  { ready: true } | { began: true } | { fetch: GuestRequest; id: number } | { line: ConsoleLine } | { ended: Ending }
