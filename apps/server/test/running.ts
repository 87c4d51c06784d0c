/** Stops the servers of one test file. In its own module, because most test files do not load a server. */
export const running: Array<() => Promise<void>> = []

/** Stops the server that the stories of a process share. */
export const lasting: Array<() => Promise<void>> = []
