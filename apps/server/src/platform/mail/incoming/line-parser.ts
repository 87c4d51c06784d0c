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

/**
 * Joins the lines of parts without an encoding itself. The parser makes a Blob of all lines of a text, which took most of the time
 * of parsing a usual mail. If a later version of it has no such decoder, it does its work in its own way.
 */
class LineParser extends Parser {
  override async processLine(line: Uint8Array, isFinal: boolean) {
    await super.processLine(line, isFinal)
    const node = this.currentNode
    if (node?.contentDecoder?.constructor.name === 'PassThroughDecoder') node.contentDecoder = new JoinedLines()
  }
}

class JoinedLines implements ContentDecoder {
  readonly #lines: Uint8Array[] = []
  #size = 0

  update(line: Uint8Array) {
    this.#lines.push(line)
    this.#size += line.length + 1
  }

  finalize() {
    const joined = new Uint8Array(this.#size)
    let at = 0
    for (const line of this.#lines) {
      joined.set(line, at)
      at += line.length + 1
      joined[at - 1] = LINE_FEED
    }
    return joined.buffer
  }
}

const LINE_FEED = 10

/** Attached mails stay attachments: their text is not the sender's. */
export const parseLines = (raw: Uint8Array) =>
  (new LineParser({ forceRfc822Attachments: true }) as unknown as PostalMime).parse(raw)
