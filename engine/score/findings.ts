import type { Hit } from '../candidates/candidates.ts'
import type { CompiledProfile } from '../candidates/profile.ts'
import type { Span } from '../spans.ts'
import type { WeightedSpan } from '../text/marking.ts'
import { cueKinds } from './cues.ts'
import { Sentence } from './sentence.ts'
import type { Sentences } from './sentences.ts'
import { readingLimits as limits } from './weights.ts'

/** A field's findings for one product: counts over the whole field, and the best values of a single sentence. */
export interface Sum {
  /** By cueNumber: how often cues occur, each phrase once per sentence. */
  cues: Uint32Array
  fit: number
  phrases: number
  askFit: number
  painFit: number
  askNear: number
}

/** The spans of the findings: cues by cueNumber, the product's own words, and the title's advice phrases. */
export interface Spans {
  cueSpans: Span[][]
  wordSpans: WeightedSpan[]
  adviceSpans: Span[]
}

const noHits: readonly Hit[] = []

// Scratch marks by the product's own words, valid if they equal the stamp of the current sentence or item.
let indexInSentence = new Uint32Array(256)
let indexInItem = new Uint32Array(256)
let sentenceStamp = 0
let itemStamp = 0
/** The findings of the current sentence. */
const sentence = new Sentence()

/** Collects the findings for one product in an item. Reads only sentences with the product's own words. */
export class Findings {
  coverage = 0
  private readonly compiled: CompiledProfile
  private readonly hits: readonly Hit[]
  private readonly spans: Spans | null

  /** Collects spans too if `spans` is given. */
  constructor(compiled: CompiledProfile, hits: readonly Hit[], spans: Spans | null = null) {
    this.compiled = compiled
    this.hits = tellingHits(compiled, hits)
    this.spans = spans
    if (compiled.worth.length > indexInItem.length) {
      indexInSentence = new Uint32Array(compiled.worth.length * 2)
      indexInItem = new Uint32Array(compiled.worth.length * 2)
    }
    itemStamp++
  }

  /** Sums up a field into `sum`, which it overwrites. */
  read(field: 'title' | 'body', sentences: Sentences, sum: Sum): Sum {
    const { firstWord, count, totals } = sentences
    for (let cue = 0; cue < totals.length; cue++) sum.cues[cue] = totals[cue]!
    sum.fit = 0
    sum.phrases = 0
    sum.askFit = 0
    sum.painFit = 0
    sum.askNear = 0
    if (this.hits.length > 0) {
      for (let number = 0; number < count; number++) this.readSentence(field, sentences, number, sum)
    } else {
      const words = firstWord[count]!
      let number = 0
      for (let at = this.nextOwn(sentences, 0, words); at < words; ) {
        while (firstWord[number + 1]! <= at) number++
        this.readSentence(field, sentences, number, sum)
        at = this.nextOwn(sentences, firstWord[number + 1]!, words)
      }
    }
    if (this.spans) this.addCueSpans(this.spans.cueSpans, field, sentences)
    return sum
  }

  private readSentence(field: 'title' | 'body', sentences: Sentences, number: number, sum: Sum): void {
    const { indexes } = this.compiled
    const { firstWord, words, from, to } = sentences
    sentence.clear()
    sentenceStamp++
    const end = firstWord[number + 1]!
    for (
      let at = this.nextOwn(sentences, firstWord[number]!, end);
      at < end;
      at = this.nextOwn(sentences, at + 1, end)
    ) {
      this.addPosition(indexes[words[at]!]!, field, sentences.wordStart(at), sentences.wordEnd(at))
    }
    if (this.hits.length > 0) this.addHits(field, from[number]!, to[number]!)
    if (sentence.count > 0) this.addSentence(sentences, number, sum)
  }

  /** Returns the position of the next of the product's own words, or `to`. */
  private nextOwn({ words }: Sentences, from: number, to: number): number {
    const { isOwnWord } = this.compiled
    let at = from
    while (at < to && ((isOwnWord[words[at]! >>> 5]! >>> (words[at]! & 31)) & 1) === 0) at++
    return at
  }

  private addPosition(index: number, field: Hit['field'], start: number, end: number): void {
    if (indexInSentence[index] === sentenceStamp) return
    indexInSentence[index] = sentenceStamp
    const worth = this.compiled.worth[index]!
    sentence.addWord(worth, start, end)
    this.spans?.wordSpans.push({ field, start, end, worth })
    if (indexInItem[index] === itemStamp) return
    indexInItem[index] = itemStamp
    this.coverage += worth
  }

  /** Adds hits that the lexicon lacks: competitors, and own words too rare for the table. */
  private addHits(field: Hit['field'], from: number, to: number): void {
    for (const hit of this.hits) {
      if (hit.field !== field || hit.start < from || hit.start >= to) continue
      const index = hit.kind === 'profile' ? this.compiled.unknown.get(hit.phrase) : undefined
      const { start, end } = hit
      if (index !== undefined) this.addPosition(index, field, start, end)
      else
        sentence.addName(
          this.compiled.ambiguous.has(hit.phrase) ? limits.ambiguousWorth : limits.competitorWorth,
          start,
          end,
        )
    }
  }

  private addSentence(sentences: Sentences, number: number, sum: Sum): void {
    const phrases = sentence.words > 1 ? this.phrasesInSentence() : 0
    const fit = Math.min(3, sentence.fit + phrases)
    sum.fit = Math.max(sum.fit, fit)
    sum.phrases = Math.max(sum.phrases, phrases)
    sum.askFit = Math.max(sum.askFit, fit * sentences.ask[number]!)
    sum.painFit = Math.max(sum.painFit, (fit * sentences.pain[number]!) / 2)
    const from = sentences.firstCue[number]!
    const to = sentences.firstCue[number + 1]!
    if (from === to) return
    sum.askNear = Math.max(sum.askNear, sentence.askNear(sentences, from, to))
    for (let at = from; at < to; at++) if (this.isTopic(sentences.cuePhrases[at]!)) sum.cues[sentences.cues[at]!]!--
  }

  /** Returns whether a cue consists of the product's own words, and so is the topic rather than a cue. */
  private isTopic(phrase: number): boolean {
    return phrase >= 0 && this.compiled.topicCues.has(phrase)
  }

  private addCueSpans(cueSpans: Span[][], field: Hit['field'], sentences: Sentences): void {
    for (let at = 0; at < sentences.firstCue[sentences.count]!; at++) {
      if (this.isTopic(sentences.cuePhrases[at]!)) continue
      cueSpans[sentences.cues[at]!]!.push({ field, start: sentences.cueStarts[at]!, end: sentences.cueEnds[at]! })
    }
  }

  /** Counts the keywords whose words all occur in the sentence, in any order. */
  private phrasesInSentence(): number {
    let count = 0
    for (const phrase of this.compiled.phrases) {
      let at = 0
      while (at < phrase.length && indexInSentence[phrase[at]!] === sentenceStamp) at++
      if (at === phrase.length) count++
    }
    return count
  }
}

export function emptySum(): Sum {
  return { cues: new Uint32Array(cueKinds.length), fit: 0, phrases: 0, askFit: 0, painFit: 0, askNear: 0 }
}

/** Returns the hits that the lexicon lacks or that say more than a single word. */
function tellingHits({ telling }: CompiledProfile, hits: readonly Hit[]): readonly Hit[] {
  let found: Hit[] | null = null
  for (const hit of hits) {
    if (hit.kind !== 'competitor' && !telling.has(hit.phrase)) continue
    found ??= []
    found.push(hit)
  }
  return found ?? noHits
}
