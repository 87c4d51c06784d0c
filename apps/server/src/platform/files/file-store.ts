import type { Readable } from 'node:stream'

/** Stores uploaded bytes. Keys come from `newFileKey`; others are refused. */
export interface FileStore {
  put(key: string, content: Uint8Array | Readable, about: { content_type: string }): Promise<void>
  /** Undefined when there is no such file. A range outside the file throws `RangeNotSatisfiable`. */
  get(key: string, range?: ByteRange): Promise<StoredFile | undefined>
  /** Ignores a missing file. */
  delete(key: string): Promise<void>
}

/** As in an HTTP range: `end` is inclusive, a negative start means the last bytes. */
export interface ByteRange {
  start: number
  end?: number | undefined
}

export interface StoredFile {
  stream: Readable
  /** Of the whole file. */
  size: number
  /** The range in the stream, if one was requested; both ends inclusive. */
  range?: { start: number; end: number }
}

export class RangeNotSatisfiable extends Error {
  readonly size: number

  constructor(size: number) {
    super('The file has no such bytes')
    this.size = size
  }
}
