/** Results that Page up and Page down leap over. */
const page = 8

/** The result that a key leads to from result `at` of `count`, round and round; null for a key that moves nothing. */
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
