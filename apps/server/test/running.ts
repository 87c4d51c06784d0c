/** Stops the servers of one test file. In its own module, because most test files do not load a server. */
export const running: Array<() => Promise<void>> = []
