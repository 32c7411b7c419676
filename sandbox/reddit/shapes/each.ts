/** An object in which each of the names, apart by spaces, has the same value. */
export function each(value: unknown, names: string): Record<string, unknown> {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, value]),
  )
}
