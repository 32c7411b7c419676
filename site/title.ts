/** Returns the default title of a page: its last path segment as words (SPEC 2, DECISIONS 25). */
export function titleOf(path: string): string {
  const segment = path.split('/').at(-1) ?? ''
  return segment
    .replaceAll('-', ' ')
    .replace(/(^|\s)(\S)/gu, (_, space: string, letter: string) => space + letter.toUpperCase())
}
