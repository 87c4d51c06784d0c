import type { Readable } from 'node:stream'

/** Where uploaded bytes live. Keys are made by `newFileKey`; any other is refused. */
export interface FileStore {
  put(key: string, content: Uint8Array | Readable, about: { content_type: string }): Promise<void>
  /** Undefined when there is no such file. A range outside the file throws `RangeNotSatisfiable`. */
  get(key: string, range?: ByteRange): Promise<StoredFile | undefined>
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>
}

/** As a browser asks: from a byte, to a byte (inclusive), or with a negative start the last so many. */
export interface ByteRange {
  start: number
  end?: number | undefined
}

export interface StoredFile {
  stream: Readable
  /** Of the whole file. */
  size: number
  /** What the stream holds when a range was asked for; both ends belong to it. */
  range?: { start: number; end: number }
}

export class RangeNotSatisfiable extends Error {
  readonly size: number

  constructor(size: number) {
    super('The file has no such bytes')
    this.size = size
  }
}
