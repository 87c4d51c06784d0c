/** Runs the work at once. Further calls run it again after a pause, never twice at the same time. */
export function coalesce(work: () => Promise<unknown>, pause: number) {
  let busy = false
  let wanted = false

  async function run() {
    busy = true
    while (wanted) {
      wanted = false
      await work()
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
    busy = false
  }

  return () => {
    wanted = true
    if (!busy) void run()
  }
}
