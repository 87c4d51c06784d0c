/** A WebSocket text frame, unmasked. One buffer serves any number of sockets. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(start + length)
  frame[0] = 0x81
  if (start === 2) {
    frame[1] = length
  } else if (start === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, start)
  return frame
}
