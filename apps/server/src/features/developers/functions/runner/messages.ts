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

/** From the server to a runner. */
export type ToRunner =
  { run: Task } | { answered: { id: number; response: GuestResponse } | { id: number; failure: string } }

/** From a runner to the server. */
export type FromRunner =
  { ready: true } | { began: true } | { fetch: GuestRequest; id: number } | { line: ConsoleLine } | { ended: Ending }
