/** What searches are derived from. */
export interface Watched {
  name: string
  keywords: readonly string[]
  competitors: readonly string[]
}

/** The searches and questions of a monthly update. */
export const queriesMost = 10
export const questionsMost = 3

/** Queries of our own language say nothing to a search engine. */
const isPlain = (keyword: string) => !/[():]|\b(?:AND|OR|NOT|NEAR)\b/.test(keyword.replace(/^"(.*)"$/, '$1'))
const plain = (keyword: string) => keyword.replaceAll('"', '').replace(/\s+/g, ' ').trim()

/**
 * Returns what people may type into a search engine when they look for such a product: its keywords and alternatives to
 * its competitors, in turns, and reviews of it.
 */
export function searchesOf({ name, keywords, competitors }: Watched): string[] {
  const own = plain(name)
  const lists = [
    keywords.filter(isPlain).map(plain),
    competitors.map((competitor) => `${plain(competitor)} alternative`),
    own === '' ? [] : [`${own} reviews`],
  ]
  const searches = unique(inTurns(lists)).filter((search) => search.toLowerCase() !== own.toLowerCase())
  return searches.slice(0, queriesMost)
}

/** Returns what a buyer may ask an AI assistant. */
export function questionsOf({ name, keywords, competitors }: Watched): string[] {
  const own = plain(name).toLowerCase()
  const lists = [
    keywords
      .filter(isPlain)
      .map(plain)
      .filter((keyword) => keyword.toLowerCase() !== own)
      .map((keyword) => `What do people recommend for ${keyword}?`),
    competitors.map((competitor) => `What is a good alternative to ${plain(competitor)}?`),
  ]
  return unique(inTurns(lists)).slice(0, questionsMost)
}

/** Returns the first of each list, then the second of each, and so on. */
function inTurns(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
}

function unique(texts: readonly string[]): string[] {
  const byKey = new Map(texts.map((text) => [text.toLowerCase(), text]))
  byKey.delete('')
  return [...byKey.values()]
}
