import type { Span } from '@earshot/contract/entities'
import type { Hit } from './candidates.ts'
import { communityVector } from './community.ts'
import { type CueKind, cueKinds, cueNumber } from './cues.ts'
import type { FeatureName } from './features.ts'
import type { Item } from './item.ts'
import { kindChance, kindCommunity } from './kind-chance.ts'
import { lexicon } from './lexicon.ts'
import type { TellingSpan } from './marking.ts'
import type { CompiledProfile } from './profile.ts'
import { closeness, type Reading, readItem } from './reading.ts'
import { Sentence } from './sentence.ts'
import { readingLimits as limits } from './weights.ts'
import { similarity } from './words.ts'

export interface Evidence {
  features: Record<FeatureName, number>
  /** What the kind of product is called that the item is most about, of those the product belongs to. */
  kindName: string | null
  /** Where the words behind it stand: cues by cueNumber, and the product's own words. */
  cueSpans: readonly (readonly Span[])[]
  wordSpans: readonly TellingSpan[]
}

/** Reads an item for one product: which cues stand in it, which of the product's words, and how near to each other. */
export function evidenceOf(compiled: CompiledProfile, item: Item, hits: readonly Hit[]): Evidence {
  const { title: titleReading, body: bodyReading } = readItem(item)
  const found = new Findings(compiled, hits)
  const title = found.read('title', titleReading)
  const body = found.read('body', bodyReading)
  const [request = 0, offer = 0, seek = 0, need = 0] = style(titleReading, bodyReading)
  const named = (field: Hit['field'], kind: Hit['kind']) => distinctPhrases(hits, field, kind, compiled.ambiguous)
  const cue = (at: Sum, kind: CueKind, most: number) => Math.min(most, at.cues[cueNumber[kind]]!)
  const both = (kind: CueKind) => Math.sqrt(Math.min(4, 2 * cue(title, kind, 2) + cue(body, kind, 4)))
  // A comment carries the title of its thread, which somebody else wrote: it tells the topic, not what the author wants.
  const own = item.kind === 'comment' ? 0 : 1
  const kind = kindChance(compiled.kinds, titleReading, bodyReading)
  return {
    kindName: kind.name,
    cueSpans: found.cueSpans,
    wordSpans: found.wordSpans,
    features: {
      titleWords: title.fit,
      titlePhrase: Math.min(1, title.phrases),
      bodyWords: body.fit,
      bodyPhrase: Math.min(1, body.phrases),
      coverage: Math.min(4, found.coverage),
      titleCloseness: closeness(compiled.vector, titleReading),
      bodyCloseness: closeness(compiled.vector, bodyReading),
      community: similarity(compiled.vector, communityVector(item.subreddit)),
      kind: kind.chance,
      kindCommunity: kindCommunity(compiled.kinds, item.subreddit),
      titleCompetitor: Math.min(2, named('title', 'competitor')),
      bodyCompetitor: Math.min(2, named('body', 'competitor')),
      titleKeyword: Math.min(1, named('title', 'keyword')),
      bodyKeyword: Math.min(2, named('body', 'keyword')),
      length: Math.log((20 + Math.min(item.body.length, limits.bodyChars)) / 300),
      comment: item.kind === 'comment' ? 1 : 0,
      titleLeave: own * cue(title, 'leave', 1),
      titleWonder: own * (cue(title, 'wonder', 2) + title.questions),
      titleCategory: own * cue(title, 'category', 1),
      titleAskFit: own * title.askFit,
      titleAskNear: own * title.askNear,
      bodyAsk: Math.sqrt(cue(body, 'ask', 3)),
      bodyWonder: Math.sqrt(cue(body, 'wonder', 4)),
      bodyAskFit: body.askFit,
      bodyAskNear: body.askNear,
      bodyPainFit: body.painFit,
      bodyAskCategory: body.askCategory,
      titleOwn: own * cue(title, 'own', 2),
      bodyOwn: Math.sqrt(cue(body, 'own', 4)),
      research: Math.sqrt(Math.min(3, cue(title, 'research', 3) + cue(body, 'research', 3))),
      news: cue(title, 'news', 1),
      career: both('career'),
      learn: both('learn'),
      talk: both('talk'),
      make: both('make'),
      self: (cue(title, 'self', 1) + cue(body, 'self', 4)) / 5,
      reader: cue(body, 'reader', 4) / 4,
      request,
      offer,
      seek,
      need,
    },
  }
}

/** What a field holds: counts over all of it, and the best of any one sentence. */
interface Sum {
  /** By cueNumber: in how many sentences, each different phrase once. */
  cues: Uint32Array
  questions: number
  fit: number
  phrases: number
  askFit: number
  painFit: number
  askCategory: number
  askNear: number
}

/** Work, lessons and programming are what some products are about. */
const ofSomeProducts = new Set([cueNumber.career, cueNumber.learn, cueNumber.make])

// Scratch marks by number, valid where they hold the stamp of the sentence or item being read.
const phraseInSentence = new Uint32Array(lexicon.words.length)
let sentenceStamp = 0

/** What is found of one product in an item. */
class Findings {
  readonly cueSpans: Span[][] = cueKinds.map(() => [])
  readonly wordSpans: TellingSpan[] = []
  coverage = 0
  private readonly compiled: CompiledProfile
  private readonly hits: readonly Hit[]
  private readonly placeInItem: Uint8Array
  private readonly placeInSentence: Uint32Array

  constructor(compiled: CompiledProfile, hits: readonly Hit[]) {
    this.compiled = compiled
    this.hits = hits.filter(({ kind, phrase }) => kind === 'competitor' || compiled.unknown.has(phrase))
    this.placeInItem = new Uint8Array(compiled.worth.length)
    this.placeInSentence = new Uint32Array(compiled.worth.length)
  }

  read(field: 'title' | 'body', { text, places, length }: Reading): Sum {
    const { compiled } = this
    const { words, cues } = lexicon
    const sum = emptySum()
    const sentence = new Sentence()
    let from = 0
    let to = endOfSentence(text, 0)
    const close = () => {
      this.addHits(field, from, to, sentence)
      this.addSentence(sentence, text.charCodeAt(to - 1) === questionMark, sum)
      sentence.clear()
      sentenceStamp++
    }
    sentenceStamp++
    for (let at = 0; at < length; at += 3) {
      const number = places[at]!
      const start = places[at + 1]!
      const end = places[at + 2]!
      if (end > to) {
        close()
        from = to
        to = endOfSentence(text, end)
      }
      const word = words[number]!
      const place = word >= 0 ? compiled.places[word]! : 0
      if (place > 0) this.addPlace(place, { field, start, end }, sentence)
      const cue = cues[number]!
      if (cue < 0 || phraseInSentence[number] === sentenceStamp) continue
      phraseInSentence[number] = sentenceStamp
      if (place > 0 && ofSomeProducts.has(cue)) continue
      sentence.addCue(cue, start, end)
      this.cueSpans[cue]!.push({ field, start, end })
    }
    close()
    return sum
  }

  private addPlace(place: number, span: Span, sentence: Sentence): void {
    if (this.placeInSentence[place] === sentenceStamp) return
    this.placeInSentence[place] = sentenceStamp
    const worth = this.compiled.worth[place]!
    sentence.addWord(worth, span.start, span.end)
    this.wordSpans.push({ ...span, worth })
    if (this.placeInItem[place] === 1) return
    this.placeInItem[place] = 1
    this.coverage += worth
  }

  /** What the lexicon does not know: competitors, and words of the product's own that are too rare for the table. */
  private addHits(field: Hit['field'], from: number, to: number, sentence: Sentence): void {
    for (const hit of this.hits) {
      if (hit.field !== field || hit.start < from || hit.start >= to) continue
      const place = hit.kind === 'profile' ? this.compiled.unknown.get(hit.phrase) : undefined
      const { start, end } = hit
      if (place !== undefined) this.addPlace(place, { field, start, end }, sentence)
      else
        sentence.addName(
          this.compiled.ambiguous.has(hit.phrase) ? limits.ambiguousWorth : limits.competitorWorth,
          start,
          end,
        )
    }
  }

  private addSentence(sentence: Sentence, isQuestion: boolean, sum: Sum): void {
    const phrases = sentence.words > 1 ? this.compiled.phrases.filter((phrase) => this.stands(phrase)).length : 0
    const fit = Math.min(3, sentence.fit + phrases)
    const { cues } = sentence
    const wonder = Math.min(1, (cues[cueNumber.wonder]! + (isQuestion ? 1 : 0)) / 2)
    const ask = Math.min(1, (Math.min(2, cues[cueNumber.ask]! + cues[cueNumber.leave]!) + wonder) / 2)
    for (let kind = 0; kind < cues.length; kind++) sum.cues[kind]! += cues[kind]!
    if (isQuestion) sum.questions = 1
    sum.fit = Math.max(sum.fit, fit)
    sum.phrases = Math.max(sum.phrases, phrases)
    sum.askFit = Math.max(sum.askFit, fit * ask)
    sum.painFit = Math.max(sum.painFit, (fit * Math.min(2, cues[cueNumber.pain]!)) / 2)
    sum.askNear = Math.max(sum.askNear, sentence.askNear())
    sum.askCategory = Math.max(sum.askCategory, Math.min(1, cues[cueNumber.category]!) * ask)
  }

  /** True where every word of a keyword stands in the sentence, in whatever order. */
  private stands(phrase: readonly number[]): boolean {
    return phrase.every((place) => this.placeInSentence[place] === sentenceStamp)
  }
}

/** How much an item is worded like each of styleKinds. */
function style(title: Reading, body: Reading): number[] {
  const share = 1 / Math.sqrt(title.styles + body.styles + 1)
  return lexicon.bias.map((bias, kind) => (title.style[kind]! + body.style[kind]!) * share + bias)
}

function emptySum(): Sum {
  const cues = new Uint32Array(cueKinds.length)
  return { cues, questions: 0, fit: 0, phrases: 0, askFit: 0, painFit: 0, askCategory: 0, askNear: 0 }
}

/** How many different phrases of a kind stand in a field; a name that is an everyday word counts for little. */
function distinctPhrases(
  hits: readonly Hit[],
  field: Hit['field'],
  kind: Hit['kind'],
  ambiguous: ReadonlySet<string>,
): number {
  const phrases = new Set<string>()
  for (const hit of hits) if (hit.kind === kind && hit.field === field) phrases.add(hit.phrase)
  let sum = 0
  for (const phrase of phrases) sum += ambiguous.has(phrase) ? limits.ambiguousWorth : 1
  return sum
}

const questionMark = 63
const newline = 10

/** Where the sentence ends that goes on at `from`: after a full stop, question or exclamation mark, or at a line's end. */
function endOfSentence(text: string, from: number): number {
  for (let at = Math.max(0, from); at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === newline) return at === from ? at + 1 : at
    if ((code === 46 || code === 33 || code === questionMark) && isSpaceOrEnd(text, at + 1)) return at + 1
  }
  return text.length
}

function isSpaceOrEnd(text: string, at: number): boolean {
  return at >= text.length || text.charCodeAt(at) <= 32
}
