/** A typed or pasted list as its parts: commas, semicolons, tabs and line ends divide, blanks at the ends fall off. */
export function splitTags(text: string): string[] {
  return text
    .split(/[,;\t\r\n]+/)
    .map((tag) => tag.replace(/\s+/g, ' ').trim())
    .filter((tag) => tag !== '')
}

/** The list without repetitions, whatever their case; the first spelling stays. */
export function foldTags(tags: readonly string[]): string[] {
  const seen = new Set<string>()
  return tags.filter((tag) => {
    const folded = tag.normalize('NFKC').toLowerCase()
    if (seen.has(folded)) return false
    seen.add(folded)
    return true
  })
}
