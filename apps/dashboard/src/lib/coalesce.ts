/** Does the work at once, and for a burst of calls once more after each pause. Two never run at the same time. */
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
