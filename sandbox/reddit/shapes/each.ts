/** Returns an object that gives each of the space-separated names the same value. */
export function each(value: unknown, names: string): Record<string, unknown> {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, value]),
  )
}
