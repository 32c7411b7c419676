/** The number of results that Page Up and Page Down skip. */
const page = 8

/** Returns the result that a key moves to from result `at` of `count`, wrapping around; null for other keys. */
export function stepTo(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return (at - 1 + count) % count
    case 'PageDown':
      return Math.min(count - 1, at + page)
    case 'PageUp':
      return Math.max(0, at - page)
    default:
      return null
  }
}
