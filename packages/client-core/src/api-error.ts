export type FieldErrors = Record<string, string[]>

/** A failed request. Status 0: no response at all. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** The server's message, or null when it sent no readable one. */
    readonly serverMessage: string | null = null,
    readonly fields: FieldErrors = {},
    /** The server's error code, for pages that act on it. */
    readonly code: string | null = null,
  ) {
    super(serverMessage ?? '')
  }

  get unreachable() {
    return [0, 502, 503, 504].includes(this.status)
  }

  /** A retry gets the same result. Not for an expired session (401), which is renewed. */
  get final() {
    const { status } = this
    return status >= 400 && status < 500 && ![401, 408, 429].includes(status)
  }
}
