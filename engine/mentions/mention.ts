import { readKeyword } from '../candidates/keywords.ts'
import { buildMatcher } from '../match/match.ts'
import type { Span } from '../spans.ts'
import { spellings } from '../text/spellings.ts'
import { type MentionContent, type MentionName, mentionKinds } from './mention-content.ts'
import { beginningOf, type MentionSentence, mentionSentence } from './mention-sentence.ts'

/** Something that a project wants to hear of, with the places of an item in which it was found. */
export interface NameMatch extends Omit<MentionName, 'sentiment'> {
  spans: readonly Span[]
}

/** The sentence of a mention, and what is marked in it. */
export type Quote = Pick<MentionContent, 'sentence' | 'spans'>

/** What an item says of each that is named in it. One item may be asked for very many projects. */
export class MentionReader {
  private readonly item: { title: string; body: string }
  private readonly known = new Map<string, MentionSentence | null>()

  constructor(item: { title: string; body: string }) {
    this.item = item
  }

  /**
   * Null where nothing of it is there to be read: it stands in the address of a link, or the item is only in the
   * community of a competitor. Foremost is the brand before competitors before the industry, and among those what the
   * item speaks for or against.
   */
  read(named: readonly NameMatch[]): MentionContent | null {
    const told = named.flatMap(({ spans, ...name }) => {
      const quote = this.sentenceOf(spans)
      return quote ? [{ quote, name: { ...name, sentiment: quote.sentiment } }] : []
    })
    const [first] = told.sort((a, b) => byRank(a.name, b.name))
    if (!first) return null
    const { sentence, phrases, shown, sentiment } = first.quote
    const { kind, phrase } = first.name
    return { kind, phrase, named: told.map(({ name }) => name), sentence, spans: { phrases, shown }, sentiment }
  }

  /**
   * The sentence for something that was found in the item, though its places are known no more: the one where it stands as
   * the project had it, or the item's beginning, with nothing marked, where it was found by another of its names.
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
    const known = this.known.get(key)
    if (known !== undefined) return known
    const quote = mentionSentence(this.item, spans)
    this.known.set(key, quote)
    return quote
  }
}

/**
 * What a mention says once its item was looked at again. What is named in it stays where it is listened for no more, or
 * by another wording; the watchlists as before and found no more was taken for something else, and goes, with the
 * sentence that quoted it: `quote` finds one for what is foremost then. Null where nothing is left.
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

/** The brand before competitors before the industry, and among those first what is spoken for or against. */
function byRank(a: MentionName, b: MentionName): number {
  return rankOf(a) - rankOf(b) || opinion(b) - opinion(a)
}

function rankOf({ kind }: Pick<MentionName, 'kind'>): number {
  return mentionKinds.indexOf(kind)
}

function opinion({ sentiment }: MentionName): number {
  return sentiment === 'positive' || sentiment === 'negative' ? 1 : 0
}
