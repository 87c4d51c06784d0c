/** Loaded into the server before its own code: to it the machine has 512 MB. */
process.constrainedMemory = () => 512 * 1024 ** 2
