/** How to stop the servers that were started for one test file alone. Here, because most test files need not load a server. */
export const running: Array<() => Promise<void>> = []

/** The same for the one that all stories of a process share. */
export const lasting: Array<() => Promise<void>> = []
