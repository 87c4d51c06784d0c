const waiting: Array<() => void> = []

/**
 * Resolves in a later turn of the event loop, for one caller per turn. Work of several milliseconds starts with it: ten
 * such pieces that arrive together would otherwise hold up everybody else for their sum.
 */
export function takeTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(startNext)
  })
}

function startNext() {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(startNext)
}
