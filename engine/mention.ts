import type { Span } from '@earshot/contract/entities'
import { type Mention, type MentionName, mentionKinds } from '@earshot/contract/entities/mention'
import { type MentionSentence, mentionSentence } from './mention-sentence.ts'

/** Something that a project wants to hear of, with the places of an item in which it was found. */
export interface NamedAt extends Omit<MentionName, 'sentiment'> {
  spans: readonly Span[]
}

/** What a mention says: all that the item names, and of the foremost of it the sentence. */
export type Said = Pick<Mention, 'kind' | 'phrase' | 'named' | 'sentence' | 'spans' | 'sentiment'>

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
  read(named: readonly NamedAt[]): Said | null {
    const told = named.flatMap(({ spans, ...name }) => {
      const quote = this.sentenceOf(spans)
      return quote ? [{ quote, name: { ...name, sentiment: quote.sentiment } }] : []
    })
    const [first] = told.sort((a, b) => rankOf(a.name) - rankOf(b.name) || opinion(b.name) - opinion(a.name))
    if (!first) return null
    const { sentence, phrases, shown, sentiment } = first.quote
    const { kind, phrase } = first.name
    return { kind, phrase, named: told.map(({ name }) => name), sentence, spans: { phrases, shown }, sentiment }
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
 * by another wording; what is listened for as before and found no more was taken for something else, and goes. Null
 * where nothing is left.
 */
export function saidAgain(fresh: Said | null, old: Said, isCurrent: (name: MentionName) => boolean): Said | null {
  const isAgain = (name: MentionName) =>
    fresh?.named.some(({ id, kind, phrase }) => id === name.id || (kind === name.kind && phrase === name.phrase)) ??
    false
  const kept = old.named.filter((name) => !isCurrent(name) && !isAgain(name))
  const [next] = kept
  if (!next) return fresh
  const isKept = kept.some(({ kind, phrase }) => kind === old.kind && phrase === old.phrase)
  if (!fresh) {
    const { kind, phrase, sentiment } = next
    return isKept ? { ...old, named: kept } : { ...old, named: kept, kind, phrase, sentiment }
  }
  const foremost = isKept && rankOf(old) < rankOf(fresh) ? old : fresh
  return { ...foremost, named: [...fresh.named, ...kept].sort((a, b) => rankOf(a) - rankOf(b)) }
}

function rankOf({ kind }: Pick<MentionName, 'kind'>): number {
  return mentionKinds.indexOf(kind)
}

function opinion({ sentiment }: MentionName): number {
  return sentiment === 'positive' || sentiment === 'negative' ? 1 : 0
}
