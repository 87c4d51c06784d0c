/** A quick check while typing. The server decides. */
export const isEmail = (text: string) =>
  text.length <= 254 && /^[^\s@<>()[\],;:\\"]{1,64}@[^\s@<>()[\],;:\\"]+$/.test(text)
