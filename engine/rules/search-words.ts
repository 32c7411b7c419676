/** The most words and quoted phrases of a search. */
const wordsMost = 10

/** Returns the words and quoted phrases of a search, all of which must be found. */
export function searchWords(text: string): string[] {
  return [...text.matchAll(/"([^"]+)"?|[^\s"]+/g)]
    .map(([word, phrase]) => (phrase ?? word).trim())
    .filter((word) => word !== '')
    .slice(0, wordsMost)
}
