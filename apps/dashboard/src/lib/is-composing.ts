import type { KeyboardEvent } from 'react'

/**
 * Whether the key belongs to an input method, such as one for Japanese: its Enter ends a word. Safari ends the composition before
 * that key, which then has only the code 229 left.
 */
export const isComposing = ({ nativeEvent }: Pick<KeyboardEvent, 'nativeEvent'>) =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229
