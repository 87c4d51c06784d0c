import { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import { invalid, malformed } from '../../../platform/errors.js'

/** Our names of the encodings, and the decoder's. */
export const DECODERS = { utf8: 'utf-8', utf16le: 'utf-16le', utf16be: 'utf-16be', latin1: 'windows-1252' }
export type Encoding = keyof typeof DECODERS

/** Enough for the header and the first rows. */
const HEAD_BYTES = 256_000

/** Reads the beginning, the size and the encoding of a file while it is stored. */
export class Inspection {
  size = 0
  readonly #head: Buffer[] = []
  #headSize = 0
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true })
  #isUtf8 = true
  #hasZeros = false

  passing(stream: Readable) {
    return Readable.from(this.#watch(stream))
  }

  async *#watch(stream: Readable) {
    try {
      for await (const chunk of stream) {
        this.#look(chunk as Buffer)
        yield chunk as Buffer
      }
    } catch {
      // The request ended in the middle of the file.
      throw malformed()
    }
    if (this.#isUtf8) this.#isUtf8 = decodes(this.#utf8)
  }

  #look(chunk: Buffer) {
    this.size += chunk.length
    if (this.#headSize < HEAD_BYTES) {
      this.#head.push(Buffer.from(chunk.subarray(0, HEAD_BYTES - this.#headSize)))
      this.#headSize += chunk.length
    }
    this.#hasZeros ||= chunk.includes(0)
    if (this.#isUtf8) this.#isUtf8 = decodes(this.#utf8, chunk)
  }

  get head() {
    return Buffer.concat(this.#head)
  }

  /** A file that is no text in any encoding is rejected. Latin-1 cannot be detected: it is the fallback. */
  get encoding(): Encoding {
    const head = this.head
    if (this.size === 0) throw refused('is empty')
    if (head[0] === 0xff && head[1] === 0xfe) return 'utf16le'
    if (head[0] === 0xfe && head[1] === 0xff) return 'utf16be'
    if (head.subarray(0, 4).equals(ZIP)) throw refused('is a spreadsheet. Save it as CSV first')
    if (this.#hasZeros) throw refused('is no text. Save it as CSV in UTF-8')
    return this.#isUtf8 ? 'utf8' : 'latin1'
  }
}

const ZIP = Buffer.from('PK\x03\x04', 'latin1')

export const refused = (why: string) => invalid({ file: [why] }, `The file ${why}.`)

function decodes(decoder: TextDecoder, chunk?: Buffer) {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined })
    return true
  } catch {
    return false
  }
}
