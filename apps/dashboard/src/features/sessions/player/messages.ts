/** What the dashboard and the player send each other. The player is a page of its own: see docs/live-sessions.md. */

/** Events as a recorder sent them: a JSON array, or base64 of its gzip. */
export type EventBatch = string | unknown[]

export type ToPlayer =
  | { kind: 'live'; events: EventBatch }
  /** Forgets the loaded events and shows these at a moment. */
  | { kind: 'load'; events: unknown[]; at: number; isPlaying: boolean }
  | { kind: 'append'; events: unknown[] }
  | { kind: 'seek'; at: number; isPlaying: boolean }
  | { kind: 'options'; speed: number; skipsInactivity: boolean }
  | { kind: 'pointing'; isOn: boolean }

/** An element of the visitor's page, and a place inside it as fractions of its size. */
export interface PointedPlace {
  id: number
  x: number
  y: number
}

export type FromPlayer =
  | { kind: 'ready' }
  /** A snapshot of the page is drawn. */
  | { kind: 'shown' }
  /** The moment that is drawn. `isWaiting`: the loaded events have ended. */
  | { kind: 'time'; at: number; isWaiting: boolean }
  | { kind: 'pointed'; place: PointedPlace }
  /** The page that is drawn now. Null: the visitor is on a page that is not recorded. */
  | { kind: 'page'; url: string | null }
