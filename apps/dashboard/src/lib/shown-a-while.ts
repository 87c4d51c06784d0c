const SHOWN_MS = 1_000

/** Resolves with the answer, but not within a second: a shorter "Deploying..." would only flicker. Errors come at once. */
export async function shownAWhile<T>(work: Promise<T>): Promise<T> {
  const pause = new Promise((resolve) => setTimeout(resolve, SHOWN_MS))
  const [answer] = await Promise.all([work, pause])
  return answer
}
