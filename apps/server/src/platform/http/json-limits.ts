/** Far deeper than what is stored: free maps of more than 32 levels are dropped or refused later. */
const MAX_DEPTH = 200

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Whether JSON is shallow and small enough to be parsed. Parsing a value costs far more than reading its bytes, so check this
 * first. It does not check that the text is valid JSON.
 */
export function isWithinJsonLimits(json: Buffer, max_values: number): boolean {
  let depth = 0
  let values = 1
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === QUOTE) at = endOfText(json, at)
    else if (byte === OPEN_LIST || byte === OPEN_MAP) {
      depth += 1
      values += 1
    } else if (byte === CLOSE_LIST || byte === CLOSE_MAP) depth -= 1
    else if (byte === COMMA) values += 1
    if (depth > MAX_DEPTH || values > max_values) return false
  }
  return true
}

function endOfText(json: Buffer, start: number) {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
