const PAUSE = 1_000
const REFUSALS = 3

/** Retries while the server is unreachable. */
export async function untilLoaded<T>(load: () => Promise<T>, answers = serverAnswers, pause = PAUSE): Promise<T> {
  for (let refused = 0; ;) {
    try {
      return await load()
    } catch (error) {
      // The server answers, but without the file: the page is older than the server, so waiting does not help.
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
