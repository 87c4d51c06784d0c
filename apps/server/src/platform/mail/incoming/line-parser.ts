import { setImmediate as nextTurn } from 'node:timers/promises'
import PostalMime from 'postal-mime'

interface ContentDecoder {
  update(line: Uint8Array): void
  finalize(): ArrayBuffer | Promise<ArrayBuffer>
}

interface Internals {
  currentNode?: { contentDecoder?: ContentDecoder | null }
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>
}

const Parser = PostalMime as unknown as new (...options: ConstructorParameters<typeof PostalMime>) => Internals

/** After so many lines the rest of the server gets a turn: a mail of 25 MB can have 25 million lines. */
const LINES_OF_TURN = 2_000
/** An empty part takes two kilobytes of memory, and seven bytes of a mail. */
const MOST_PARTS = 5_000

/**
 * Joins the lines of parts without an encoding itself. The parser makes a Blob of all lines of a text, which took most of the time
 * of parsing a usual mail. If a later version of it has no such decoder, it does its work in its own way.
 */
class LineParser extends Parser {
  #lines = 0
  #parts = 0

  override async processLine(line: Uint8Array, isFinal: boolean) {
    this.#lines += 1
    if (this.#lines % LINES_OF_TURN === 0) await nextTurn()
    const before = this.currentNode
    await super.processLine(line, isFinal)
    const node = this.currentNode
    if (node !== before) this.#parts += 1
    if (this.#parts > MOST_PARTS) throw new Error('The mail has too many parts')
    if (node?.contentDecoder?.constructor.name === 'PassThroughDecoder') node.contentDecoder = new JoinedLines()
  }
}

/** Copies each line at once: kept as they are, short lines take a hundred times their size. */
class JoinedLines implements ContentDecoder {
  #joined = new Uint8Array(1_024)
  #size = 0

  update(line: Uint8Array) {
    const size = this.#size + line.length + 1
    if (size > this.#joined.length) {
      const larger = new Uint8Array(Math.max(size, 2 * this.#joined.length))
      larger.set(this.#joined)
      this.#joined = larger
    }
    this.#joined.set(line, this.#size)
    this.#joined[size - 1] = LINE_FEED
    this.#size = size
  }

  finalize() {
    return this.#joined.buffer.slice(0, this.#size)
  }
}

const LINE_FEED = 10

/** Attached mails stay attachments: their text is not the sender's. */
export const parseLines = (raw: Uint8Array) =>
  (new LineParser({ forceRfc822Attachments: true }) as unknown as PostalMime).parse(raw)
