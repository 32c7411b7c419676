/** The title of a page that gives none: its last segment in words (SPEC 2, DECISIONS 25). */
export function titleOf(path: string): string {
  const segment = path.split('/').at(-1) ?? ''
  return segment
    .replaceAll('-', ' ')
    .replace(/(^|\s)(\S)/gu, (_, space: string, letter: string) => space + letter.toUpperCase())
}
