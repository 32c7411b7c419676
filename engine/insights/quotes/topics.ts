import { type Count, countTerms, excessOf, type Term, textOf } from './terms.ts'

/** Something that an author said, to be grouped. */
export interface Saying {
  /** Who said it: each author counts once in a topic. */
  author: string
  leadId: string
  /** What it is about, roughly. */
  topic: string
  /** What it may be about more exactly. */
  terms: readonly Term[]
}

export interface Topic<T extends Saying> {
  topic: string
  /** If it is a word that several authors share: its forms. None for a rough topic. */
  forms: string[]
  authors: number
  leads: number
  /** In the order given. */
  sayings: T[]
}

/** The fewest authors that make a word of theirs a topic. */
const authorsLeast = 2
const shareLeast = 0.01
/** The most shared words, so that there is room for rough topics. */
const sharedMost = 6

/**
 * Groups sayings by the words that stand out and that several authors share, and the others by what they are about
 * roughly. Each saying is in one topic. Shared words come first, each group with most authors first.
 */
export function topicsOf<T extends Saying>(sayings: readonly T[], most: number): Topic<T>[] {
  const authors = new Set(sayings.map(({ author }) => author)).size
  const topics: Topic<T>[] = []
  let rest = sayings
  while (topics.length < sharedMost) {
    const best = sharedTerm(rest, authors)
    if (best === null) break
    const isOf = ({ terms }: T) => terms.some(({ key }) => key === best.key)
    topics.push(topicOf(best.text, best.forms, rest.filter(isOf)))
    rest = rest.filter((saying) => !isOf(saying))
  }
  const others = Map.groupBy(rest, ({ topic }) => topic)
  return [...topics, ...[...others].map(([topic, group]) => topicOf(topic, [], group))]
    .sort(
      (a, b) =>
        Number(b.forms.length > 0) - Number(a.forms.length > 0) ||
        b.authors - a.authors ||
        b.leads - a.leads ||
        (a.topic < b.topic ? -1 : 1),
    )
    .slice(0, most)
}

/** Returns the term of several authors whose number exceeds the expected the most. */
function sharedTerm(
  sayings: readonly Saying[],
  authors: number,
): { key: string; text: string; forms: string[] } | null {
  const least = Math.max(authorsLeast, authors * shareLeast)
  let best: Count | null = null
  let most = 0
  for (const count of countTerms(sayings).values()) {
    const worth = count.authors.size < least ? 0 : excessOf(count, authors)
    if (worth > most) [best, most] = [count, worth]
  }
  return best && { key: best.key, text: textOf(best), forms: [...best.texts.keys()] }
}

function topicOf<T extends Saying>(topic: string, forms: string[], sayings: T[]): Topic<T> {
  return {
    topic,
    forms,
    authors: new Set(sayings.map(({ author }) => author)).size,
    leads: new Set(sayings.map(({ leadId }) => leadId)).size,
    sayings,
  }
}
