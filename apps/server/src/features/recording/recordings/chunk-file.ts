import type { Readable } from 'node:stream'

const LENGTH_BYTES = 4

/** The batches of a chunk one after the other, each with its length in front. */
export function writeChunkFile(batches: Buffer[]): Buffer {
  return Buffer.concat(
    batches.flatMap((batch) => {
      const length = Buffer.alloc(LENGTH_BYTES)
      length.writeUInt32BE(batch.length)
      return [length, batch]
    }),
  )
}

/** Stops at the end of what can be read. */
export function readChunkFile(file: Buffer): Buffer[] {
  const batches: Buffer[] = []
  for (let at = 0; at + LENGTH_BYTES <= file.length;) {
    const end = at + LENGTH_BYTES + file.readUInt32BE(at)
    if (end > file.length) break
    batches.push(file.subarray(at + LENGTH_BYTES, end))
    at = end
  }
  return batches
}

export async function readWhole(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}
