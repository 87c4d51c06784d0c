let lastCallAnswered = true

/** Calls and the socket report here whether the server answers. */
export const reachability = {
  report(answered: boolean) {
    lastCallAnswered = answered
  },
  /** False after a failed call and while the socket reconnects. */
  isLikely: () => lastCallAnswered,
  async check() {
    lastCallAnswered = await fetch('/health', { cache: 'no-store' }).then(
      (answer) => answer.ok,
      () => false,
    )
    return lastCallAnswered
  },
}
