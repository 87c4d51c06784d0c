import { CsvError, parse } from 'csv-parse'
import { pipeline, Readable } from 'node:stream'
import { DECODERS, type Encoding } from './inspect-upload.js'

/** An unclosed quote would make the rest of the file one row. */
const LARGEST_ROW = 1_000_000

export interface Written {
  encoding: Encoding
  delimiter: string
}

type Bytes = AsyncIterable<Uint8Array>

export interface Row {
  /** The line of the file where the row ends, from 1. */
  line: number
  cells: string[]
}

/** Yields rows one by one, the header included, however large the file is. Throws UnreadableFile if it is no CSV. */
export async function* readRows(bytes: Bytes, { encoding, delimiter }: Written, most?: number): AsyncGenerator<Row> {
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: LARGEST_ROW,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // People write 5" and "quotes" in the middle of a cell.
    relax_quotes: true,
    skip_empty_lines: true,
    ...(most && { to: most }),
  })
  pipeline(Readable.from(decode(bytes, encoding)), parser, ignore)
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>)
      yield { line: info.lines, cells: record }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(explain(error))
    throw error
  }
}

/** Its message tells the uploader what to fix. */
export class UnreadableFile extends Error {}

/** The loop over the parser throws this error. */
const ignore = () => undefined

function explain({ code, lines }: CsvError & { lines?: number }) {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `A quote is opened and never closed, at the latest in line ${lines}.`
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `The row that reaches line ${lines} is too long: probably a quote is opened and never closed.`
  return `Line ${lines} cannot be read.`
}

async function* decode(bytes: Bytes, encoding: Encoding) {
  const decoder = new TextDecoder(DECODERS[encoding])
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** The delimiter that occurs most often in the header. */
export function guessDelimiter(head: string) {
  const [header = ''] = head.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1)
  const counts = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: header.split(delimiter).length }))
  return counts.reduce((best, other) => (other.count > best.count ? other : best)).delimiter
}
