import type { MouseEvent } from 'react'

/** Returns whether a click opens a row here, not in another tab or window. */
export function isPlainClick({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return !metaKey && !ctrlKey && !shiftKey && !altKey
}
