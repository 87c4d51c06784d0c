/** Gzip in base64, or undefined where the browser cannot compress. Both steps leave the page time between parts. */
export async function pack(json: string): Promise<string | undefined> {
  if (typeof CompressionStream === 'undefined') return undefined
  const stream = new Blob([json]).stream().pipeThrough(new CompressionStream('gzip'))
  return toBase64(await new Response(stream).blob())
}

function toBase64(bytes: Blob) {
  return new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ''))
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(bytes)
  })
}
