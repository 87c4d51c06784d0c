const PAUSE = 1_000
const REFUSALS = 3

/** A server that is away for a moment is waited for. */
export async function untilLoaded<T>(load: () => Promise<T>, answers = serverAnswers, pause = PAUSE): Promise<T> {
  for (let refused = 0; ;) {
    try {
      return await load()
    } catch (error) {
      // The server is there and its file is not: the page is older than the server, and no waiting helps.
      if (await answers()) refused += 1
      if (refused === REFUSALS) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

const serverAnswers = () =>
  fetch('/health', { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  )
