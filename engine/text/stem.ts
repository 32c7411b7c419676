/** Removes the plural ending of a folded word: rough, but the same for phrases and posts. */
export function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 3 && word.endsWith('s') && !/(ss|us|is)$/.test(word)) return word.slice(0, -1)
  return word
}

/** Returns the words that have this stem, to look for in a text. */
export function forms(stemmed: string): string[] {
  const found = [stemmed, `${stemmed}s`]
  if (stemmed.endsWith('y')) found.push(`${stemmed.slice(0, -1)}ies`)
  return found.filter((form) => stem(form) === stemmed)
}

/** Cuts more than `stem`, since readers see `invoicing`, `invoices` and `invoice` as one word. */
export function rootOf(word: string): string {
  const short = stem(word).replace(/(?:ing|ed|er|e)$/, '')
  return short.length < 4 ? stem(word) : short
}
