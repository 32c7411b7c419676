/** Splits a typed or pasted list at commas, semicolons, tabs and line ends, and trims the parts. */
export function splitTags(text: string): string[] {
  return text
    .split(/[,;\t\r\n]+/)
    .map((tag) => tag.replace(/\s+/g, ' ').trim())
    .filter((tag) => tag !== '')
}

/** Removes repetitions regardless of case; keeps the first spelling. */
export function foldTags(tags: readonly string[]): string[] {
  const seen = new Set<string>()
  return tags.filter((tag) => {
    const folded = tag.normalize('NFKC').toLowerCase()
    if (seen.has(folded)) return false
    seen.add(folded)
    return true
  })
}
