export type FieldErrors = Record<string, string[]>

/** A request that failed. Status 0: no answer came at all. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** What the server said; null when it said nothing that a person can read. */
    readonly serverMessage: string | null = null,
    readonly fields: FieldErrors = {},
    /** The server's word for the reason, where a page acts on it. */
    readonly code: string | null = null,
  ) {
    super(serverMessage ?? '')
  }

  get unreachable() {
    return [0, 502, 503, 504].includes(this.status)
  }

  /** Asking again gets the same answer. A lapsed session (401) is renewed, so it does not count. */
  get final() {
    const { status } = this
    return status >= 400 && status < 500 && ![401, 408, 429].includes(status)
  }
}
