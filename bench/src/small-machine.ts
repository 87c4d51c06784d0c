/** Loaded before the server's code, to report a machine of 512 MB. */
process.constrainedMemory = () => 512 * 1024 ** 2
