import type { Item, Profile } from '#engine/item.ts'
import { buildMatcher } from '#engine/match/match.ts'
import { wordsOf } from '#engine/text/text.ts'

/** A simple ranking for comparison: the score of an item, by its index. */
export type Baseline = (item: number) => number

const k1 = 1.2
const b = 0.75

/** The word counts of all items, for BM25. */
export class Corpus {
  readonly items: readonly Item[]
  private readonly counts: ReadonlyMap<string, number>[] = []
  private readonly lengths: number[] = []
  private readonly documents = new Map<string, number>()
  private readonly meanLength: number

  constructor(items: readonly Item[]) {
    this.items = items
    for (const item of items) {
      const words = wordsOf(`${item.title}\n${item.body}`)
      const counts = new Map<string, number>()
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
      for (const word of counts.keys()) this.documents.set(word, (this.documents.get(word) ?? 0) + 1)
      this.counts.push(counts)
      this.lengths.push(words.length)
    }
    this.meanLength = this.lengths.reduce((total, length) => total + length, 0) / Math.max(1, items.length)
  }

  bm25(query: readonly string[]): Baseline {
    const words = [...new Set(query.flatMap(wordsOf))]
    return (item) => {
      const counts = this.counts[item]!
      const norm = k1 * (1 - b + (b * this.lengths[item]!) / this.meanLength)
      let score = 0
      for (const word of words) {
        const count = counts.get(word) ?? 0
        if (count > 0) score += (this.idf(word) * count * (k1 + 1)) / (count + norm)
      }
      return score
    }
  }

  private idf(word: string): number {
    const documents = this.documents.get(word) ?? 0
    return Math.log(1 + (this.items.length - documents + 0.5) / (documents + 0.5))
  }
}

const questionWords = [
  'looking for',
  'recommend',
  'recommendation',
  'alternative',
  'best',
  'how',
  'what',
  'which',
  'anyone',
  'help',
  'need',
  'suggestions',
]

export function baselines(corpus: Corpus, profile: Profile): Record<string, Baseline> {
  const matcher = buildMatcher([...profile.keywords, ...profile.competitors])
  return {
    BM25: corpus.bm25(profile.keywords),
    'BM25+q': corpus.bm25([...profile.keywords, ...questionWords]),
    count: (item) => countMatches(matcher, corpus.items[item]!),
    random: () => 0,
  }
}

function countMatches(matcher: ReturnType<typeof buildMatcher>, item: Item): number {
  let matches = 0
  for (const text of [item.title, item.body]) {
    matcher.scan(text, () => {
      matches++
    })
  }
  return matches
}
