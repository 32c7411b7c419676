import type { Span } from '@earshot/contract/entities'
import type { Hit } from './candidates.ts'
import { communityVector } from './community.ts'
import { type CueKind, cueKinds, cueNumber } from './cues.ts'
import { featureNames, featurePlaces } from './features.ts'
import type { Item } from './item.ts'
import { kindChance, kindCommunity } from './kind-chance.ts'
import { lexicon } from './lexicon.ts'
import type { TellingSpan } from './marking.ts'
import type { CompiledProfile } from './profile.ts'
import { closeness, type Reading, readItem } from './reading.ts'
import { Sentence } from './sentence.ts'
import { readingLimits as limits } from './weights.ts'
import { similarity } from './words.ts'

/** What an item says for one product. */
export interface Evidence {
  /** By featurePlaces. */
  values: Float64Array
  /** What the kind of product is called that the item is most about, of those the product belongs to. */
  kindName: string | null
  /** Where known makers of its kinds are named, of a product whose owner names hardly any competitor. */
  makers: readonly Hit[]
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
  const makers = compiled.makers.size === 0 ? noHits : hits.filter((hit) => isMaker(compiled, hit))
  const rivals = (field: Hit['field']) =>
    named(field, 'competitor') + limits.makerShare * distinctPhrases(makers, field, 'profile', compiled.ambiguous)
  const cue = (at: Sum, kind: CueKind, most: number) => Math.min(most, at.cues[cueNumber[kind]]!)
  const both = (kind: CueKind) => Math.sqrt(Math.min(4, 2 * cue(title, kind, 2) + cue(body, kind, 4)))
  // A comment carries the title of its thread, which somebody else wrote: it tells the topic, not what the author wants.
  const own = item.kind === 'comment' ? 0 : 1
  const kind = kindChance(compiled.kinds, titleReading, bodyReading)
  const values = new Float64Array(featureNames.length)
  values[featurePlaces.titleWords] = title.fit
  values[featurePlaces.titlePhrase] = Math.min(1, title.phrases)
  values[featurePlaces.bodyWords] = body.fit
  values[featurePlaces.bodyPhrase] = Math.min(1, body.phrases)
  values[featurePlaces.coverage] = Math.min(4, found.coverage)
  values[featurePlaces.titleCloseness] = closeness(compiled.vector, titleReading)
  values[featurePlaces.bodyCloseness] = closeness(compiled.vector, bodyReading)
  values[featurePlaces.community] = similarity(compiled.vector, communityVector(item.subreddit))
  values[featurePlaces.kind] = kind.chance
  values[featurePlaces.kindCommunity] = kindCommunity(compiled.kinds, item.subreddit)
  values[featurePlaces.titleCompetitor] = Math.min(2, rivals('title'))
  values[featurePlaces.bodyCompetitor] = Math.min(2, rivals('body'))
  values[featurePlaces.titleKeyword] = Math.min(1, named('title', 'keyword'))
  values[featurePlaces.bodyKeyword] = Math.min(2, named('body', 'keyword'))
  values[featurePlaces.length] = Math.log((20 + Math.min(item.body.length, limits.bodyChars)) / 300)
  values[featurePlaces.comment] = item.kind === 'comment' ? 1 : 0
  values[featurePlaces.titleLeave] = own * cue(title, 'leave', 1)
  values[featurePlaces.titleWonder] = own * (cue(title, 'wonder', 2) + title.questions)
  values[featurePlaces.titleCategory] = own * cue(title, 'category', 1)
  values[featurePlaces.titleAskFit] = own * title.askFit
  values[featurePlaces.titleAskNear] = own * title.askNear
  values[featurePlaces.bodyAsk] = Math.sqrt(cue(body, 'ask', 3))
  values[featurePlaces.bodyWonder] = Math.sqrt(cue(body, 'wonder', 4))
  values[featurePlaces.bodyAskFit] = body.askFit
  values[featurePlaces.bodyAskNear] = body.askNear
  values[featurePlaces.bodyPainFit] = body.painFit
  values[featurePlaces.bodyAskCategory] = body.askCategory
  values[featurePlaces.titleOwn] = own * cue(title, 'own', 2)
  values[featurePlaces.bodyOwn] = Math.sqrt(cue(body, 'own', 4))
  values[featurePlaces.research] = Math.sqrt(Math.min(3, cue(title, 'research', 3) + cue(body, 'research', 3)))
  values[featurePlaces.news] = cue(title, 'news', 1)
  values[featurePlaces.career] = both('career')
  values[featurePlaces.learn] = both('learn')
  values[featurePlaces.talk] = both('talk')
  values[featurePlaces.make] = both('make')
  values[featurePlaces.self] = (cue(title, 'self', 1) + cue(body, 'self', 4)) / 5
  values[featurePlaces.reader] = cue(body, 'reader', 4) / 4
  values[featurePlaces.request] = request
  values[featurePlaces.offer] = offer
  values[featurePlaces.seek] = seek
  values[featurePlaces.need] = need
  return { values, kindName: kind.name, makers, cueSpans: found.cueSpans, wordSpans: found.wordSpans }
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

/** By cueNumber: work, lessons and programming are what some products are about. */
const isOfSomeProducts = Uint8Array.from(cueKinds, (kind) => (/^(career|learn|make)$/.test(kind) ? 1 : 0))

const noSpans: Span[] = []
const noHits: readonly Hit[] = []

// Scratch marks by number, valid where they hold the stamp of the sentence or item being read.
const phraseInSentence = new Uint32Array(lexicon.words.length)
let placeInSentence = new Uint32Array(256)
let placeInItem = new Uint32Array(256)
let sentenceStamp = 0
let itemStamp = 0
/** What was found of the sentence being read. */
const sentence = new Sentence()

/** What is found of one product in an item. */
class Findings {
  readonly cueSpans: Span[][] = cueKinds.map(() => noSpans)
  readonly wordSpans: TellingSpan[] = []
  coverage = 0
  private readonly compiled: CompiledProfile
  private readonly hits: readonly Hit[]

  constructor(compiled: CompiledProfile, hits: readonly Hit[]) {
    this.compiled = compiled
    this.hits = hits.filter(
      ({ kind, phrase }) => kind === 'competitor' || compiled.unknown.has(phrase) || compiled.makers.has(phrase),
    )
    if (compiled.worth.length > placeInItem.length) {
      placeInSentence = new Uint32Array(compiled.worth.length * 2)
      placeInItem = new Uint32Array(compiled.worth.length * 2)
    }
    itemStamp++
  }

  read(field: 'title' | 'body', { text, places, length }: Reading): Sum {
    const { compiled } = this
    const { words, cues } = lexicon
    const sum = emptySum()
    let from = 0
    let to = endOfSentence(text, 0)
    sentenceStamp++
    for (let at = 0; at < length; at += 3) {
      const number = places[at]!
      const end = places[at + 2]!
      if (end > to) {
        this.close(field, text, from, to, sum)
        from = to
        to = endOfSentence(text, end)
      }
      const word = words[number]!
      const place = word >= 0 ? compiled.places[word]! : 0
      if (place > 0) this.addPlace(place, field, places[at + 1]!, end)
      const cue = cues[number]!
      if (cue < 0 || phraseInSentence[number] === sentenceStamp) continue
      phraseInSentence[number] = sentenceStamp
      if (place > 0 && isOfSomeProducts[cue] === 1) continue
      const start = places[at + 1]!
      sentence.addCue(cue, start, end)
      this.addCueSpan(cue, { field, start, end })
    }
    this.close(field, text, from, to, sum)
    return sum
  }

  private close(field: Hit['field'], text: string, from: number, to: number, sum: Sum): void {
    if (this.hits.length > 0) this.addHits(field, from, to)
    this.addSentence(text.charCodeAt(to - 1) === questionMark, sum)
    sentence.clear()
    sentenceStamp++
  }

  private addCueSpan(cue: number, span: Span): void {
    if (this.cueSpans[cue] === noSpans) this.cueSpans[cue] = [span]
    else this.cueSpans[cue]!.push(span)
  }

  private addPlace(place: number, field: Hit['field'], start: number, end: number): void {
    if (placeInSentence[place] === sentenceStamp) return
    placeInSentence[place] = sentenceStamp
    const worth = this.compiled.worth[place]!
    sentence.addWord(worth, start, end)
    this.wordSpans.push({ field, start, end, worth })
    if (placeInItem[place] === itemStamp) return
    placeInItem[place] = itemStamp
    this.coverage += worth
  }

  /** What the lexicon does not know: competitors, and words of the product's own that are too rare for the table. */
  private addHits(field: Hit['field'], from: number, to: number): void {
    for (const hit of this.hits) {
      if (hit.field !== field || hit.start < from || hit.start >= to) continue
      const place = hit.kind === 'profile' ? this.compiled.unknown.get(hit.phrase) : undefined
      const { start, end } = hit
      if (place !== undefined) this.addPlace(place, field, start, end)
      else
        sentence.addName(
          this.compiled.ambiguous.has(hit.phrase) ? limits.ambiguousWorth : limits.competitorWorth,
          start,
          end,
        )
    }
  }

  private addSentence(isQuestion: boolean, sum: Sum): void {
    const { cues, kinds } = sentence
    const phrases = sentence.words > 1 ? this.phrasesInSentence() : 0
    const fit = Math.min(3, sentence.fit + phrases)
    if (isQuestion) sum.questions = 1
    sum.fit = Math.max(sum.fit, fit)
    sum.phrases = Math.max(sum.phrases, phrases)
    // All that follows rests on cues, save that a question asks by itself.
    if (sentence.kindCount === 0 && (!isQuestion || fit === 0)) return
    const wonder = Math.min(1, (cues[cueNumber.wonder]! + (isQuestion ? 1 : 0)) / 2)
    const ask = Math.min(1, (Math.min(2, cues[cueNumber.ask]! + cues[cueNumber.leave]!) + wonder) / 2)
    for (let at = 0; at < sentence.kindCount; at++) sum.cues[kinds[at]!]! += cues[kinds[at]!]!
    sum.askFit = Math.max(sum.askFit, fit * ask)
    sum.painFit = Math.max(sum.painFit, (fit * Math.min(2, cues[cueNumber.pain]!)) / 2)
    sum.askNear = Math.max(sum.askNear, sentence.askNear())
    sum.askCategory = Math.max(sum.askCategory, Math.min(1, cues[cueNumber.category]!) * ask)
  }

  /** How many keywords have every word of theirs in the sentence, in whatever order. */
  private phrasesInSentence(): number {
    let count = 0
    for (const phrase of this.compiled.phrases) {
      let at = 0
      while (at < phrase.length && placeInSentence[phrase[at]!] === sentenceStamp) at++
      if (at === phrase.length) count++
    }
    return count
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

function isMaker({ makers }: CompiledProfile, { kind, phrase }: Hit): boolean {
  return kind === 'profile' && makers.has(phrase)
}

/** How many different phrases of a kind stand in a field; a name that is an everyday word counts for little. */
function distinctPhrases(
  hits: readonly Hit[],
  field: Hit['field'],
  kind: Hit['kind'],
  ambiguous: ReadonlySet<string>,
): number {
  const isAsked = (hit: Hit) => hit.kind === kind && hit.field === field
  if (!hits.some(isAsked)) return 0
  const phrases = new Set<string>()
  for (const hit of hits) if (isAsked(hit)) phrases.add(hit.phrase)
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
