import { readKeyword } from '../candidates/keywords.ts'
import { buildMatcher } from '../match/match.ts'
import type { Span } from '../spans.ts'
import { spellings } from '../text/spellings.ts'
import { type MentionContent, type MentionName, mentionKinds } from './mention-content.ts'
import { beginningOf, type MentionSentence, mentionSentence } from './mention-sentence.ts'

/** A name on a project's watchlist, with its spans in an item. */
export interface NameMatch extends Omit<MentionName, 'sentiment'> {
  spans: readonly Span[]
}

/** The sentence of a mention, with its marked ranges. */
export type Quote = Pick<MentionContent, 'sentence' | 'spans'>

/** Reads what an item says about each name in it. Very many projects can use one reader. */
export class MentionReader {
  private readonly item: { title: string; body: string }
  private readonly known = new Map<string, MentionSentence | null>()

  constructor(item: { title: string; body: string }) {
    this.item = item
  }

  /**
   * Returns a mention of these names. Returns null if none is readable: it is in the address of a link, or the item
   * only belongs to a competitor's community. The brand ranks before competitors before the industry, and within a kind
   * names with an opinion rank first.
   */
  read(named: readonly NameMatch[]): MentionContent | null {
    const quoted = named.flatMap(({ spans, ...name }) => {
      const quote = this.sentenceOf(spans)
      return quote ? [{ quote, name: { ...name, sentiment: quote.sentiment } }] : []
    })
    const [first] = quoted.sort((a, b) => byRank(a.name, b.name))
    if (!first) return null
    const { sentence, phrases, shown, sentiment } = first.quote
    const { kind, phrase } = first.name
    return { kind, phrase, named: quoted.map(({ name }) => name), sentence, spans: { phrases, shown }, sentiment }
  }

  /**
   * Returns a sentence for a name whose spans are no longer known: the one with the project's wording of it. If the
   * item has only another form of the name, returns the item's beginning without marks.
   */
  quoteAgain({ kind, phrase }: MentionName): Quote {
    const forms = kind === 'competitor' ? spellings(phrase, kind) : readKeyword(phrase).spellings
    const matcher = buildMatcher(forms)
    const spans: Span[] = []
    for (const field of ['title', 'body'] as const) {
      matcher.scan(this.item[field], (_phrase, start, end) => spans.push({ field, start, end }))
    }
    const found = this.sentenceOf(spans)
    if (!found) return { sentence: beginningOf(this.item), spans: { phrases: [], shown: [] } }
    const { sentence, phrases, shown } = found
    return { sentence, spans: { phrases, shown } }
  }

  private sentenceOf(spans: readonly Span[]): MentionSentence | null {
    const key = spans.map(({ field, start, end }) => `${field} ${start} ${end}`).join()
    const cached = this.known.get(key)
    if (cached !== undefined) return cached
    const quote = mentionSentence(this.item, spans)
    this.known.set(key, quote)
    return quote
  }
}

/**
 * Returns the content of a mention after its item was matched again. Names that left the watchlist or were reworded
 * stay. A name that is still current but no longer found was a false match: it is removed, together with its sentence.
 * `quote` then returns a sentence for the new foremost name. Returns null if no name is left.
 */
export function updatedContent(
  fresh: MentionContent | null,
  old: MentionContent,
  isCurrent: (name: MentionName) => boolean,
  quote: (name: MentionName) => Quote,
): MentionContent | null {
  const isAgain = (name: MentionName) =>
    fresh?.named.some(({ id, kind, phrase }) => id === name.id || (kind === name.kind && phrase === name.phrase)) ??
    false
  const kept = old.named.filter((name) => !isCurrent(name) && !isAgain(name))
  if (kept.length === 0) return fresh
  const named = [...(fresh?.named ?? []), ...kept].sort(byRank)
  const first = named[0]!
  if (fresh?.named.includes(first)) return { ...fresh, named }
  const { kind, phrase, sentiment } = first
  if (kind === old.kind && phrase === old.phrase) return { ...old, named }
  return { ...quote(first), kind, phrase, sentiment, named }
}

/** Ranks the brand before competitors before the industry, and within a kind names with an opinion first. */
function byRank(a: MentionName, b: MentionName): number {
  return rankOf(a) - rankOf(b) || opinion(b) - opinion(a)
}

function rankOf({ kind }: Pick<MentionName, 'kind'>): number {
  return mentionKinds.indexOf(kind)
}

function opinion({ sentiment }: MentionName): number {
  return sentiment === 'positive' || sentiment === 'negative' ? 1 : 0
}
