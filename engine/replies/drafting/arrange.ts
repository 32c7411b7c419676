import { rootOf } from '../../text/stem.ts'
import { wordsOf } from '../../text/text.ts'
import type { ProductNames } from '../checking/reply-reading.ts'
import type { DraftLength, Tone } from '../draft-options.ts'
import { answersTopic } from './answers.ts'
import { type CourtesyKind, courtesies } from './courtesies.ts'
import { type Fact, sentenceOf, sentenceWithoutProduct } from './facts.ts'
import type { OwnWords } from './own-words.ts'
import type { Question } from './question.ts'

const factsMost: Record<DraftLength, number> = { short: 1, medium: 3, long: 5 }

/** A sentence of a draft, and where it is from. */
export interface DraftSentence {
  text: string
  origin:
    | { kind: 'fact'; at: number }
    | { kind: 'courtesy'; courtesy: CourtesyKind; words: string | null }
    | { kind: 'disclosure' }
}

/** How a draft is to be written, and what it takes up. */
interface Arrangement {
  request: { length: DraftLength; tone: Tone; mention: boolean; variant: number; disclosure: string }
  product: ProductNames
  question: Question
  /** Words of the post's author that the project's keywords contain. */
  words: OwnWords | null
  /** Courtesies are in English only. */
  isEnglish: boolean
}

/** Arranges facts, best first, in paragraphs. What helps without the product comes first, and the disclosure after it. */
export function arranged(facts: readonly Fact[], arrangement: Arrangement): DraftSentence[][] {
  const { request, product, isEnglish } = arrangement
  const chosen = facts.slice(0, factsMost[request.length])
  const closing = request.length === 'long' ? courtesyOf('closing', arrangement) : []
  if (!request.mention) {
    const ordered = chosen.toSorted((a, b) => Number(a.about === 'named') - Number(b.about === 'named'))
    const lines = ordered.map((fact, at) =>
      ofFact(fact, sentenceWithoutProduct(fact, product, ordered[at - 1]?.about === 'named')!),
    )
    return nonEmpty([[...openingOf(ordered, arrangement), ...lines], closing])
  }
  const advice = chosen.filter(({ about }) => about === 'advice')
  const own = chosen.filter(({ about }) => about !== 'advice')
  const isListed = own.filter(({ isFragment }) => isFragment).length > 1
  const listed = own.filter(({ isFragment }) => isListed && isFragment)
  const full = own.filter((fact) => !listed.includes(fact)).sort((a, b) => rank(a) - rank(b))
  const introduction = own.length > 0 && full[0]?.about !== 'named' ? courtesyOf('product', arrangement) : []
  const lines = full.map((fact, at) =>
    ofFact(fact, sentenceOf(fact, product, isEnglish && (at > 0 || introduction.length > 0))),
  )
  const bullets = listed.map((fact) => ofFact(fact, `- ${sentenceOf(fact, product, isEnglish)}`))
  const opening = openingOf([...advice, ...full, ...listed], arrangement)
  const first = [...opening, ...advice.map((fact) => ofFact(fact, sentenceOf(fact, product, isEnglish)))]
  const second = [...introduction, ...lines]
  return nonEmpty([
    ...(advice.length === 0 ? [[...first, ...second]] : [first, second]),
    bullets.length === 0 ? [] : [...courtesyOf('list', arrangement), ...bullets],
    own.length === 0 ? [] : [disclosureOf(arrangement)],
    closing,
  ])
}

/** Returns a draft as it is posted. */
export function textOf(paragraphs: readonly (readonly DraftSentence[])[]): string {
  return paragraphs
    .map((sentences) => sentences.map(({ text }) => text))
    .map((texts) => texts.join(texts.some((text) => text.startsWith('- ')) ? '\n' : ' '))
    .join('\n\n')
}

/** Sentences with the product's name first, so that "It" can follow, and fragments last. */
function rank({ about, isFragment }: Fact): number {
  return about === 'named' ? 0 : isFragment ? 2 : 1
}

/** Returns the first sentence. It announces nothing that the facts behind it don't keep. */
function openingOf(facts: readonly Fact[], arrangement: Arrangement): DraftSentence[] {
  const { question, words } = arrangement
  const asked = question.topics.find((each) => facts[0] && answersTopic(facts[0], each))
  if (asked) return courtesyOf('about', arrangement, asked.topic.about)
  const isKept =
    words !== null &&
    (words.isTitle || wordsOf(words.text).some((word) => facts.some((fact) => fact.words.has(rootOf(word)))))
  return isKept ? courtesyOf('words', arrangement, words.text) : courtesyOf('opening', arrangement)
}

function courtesyOf(
  courtesy: CourtesyKind,
  { request: { tone, variant }, product, isEnglish }: Arrangement,
  words: string | null = null,
): DraftSentence[] {
  if (!isEnglish) return []
  const list = courtesies[courtesy][tone]
  const pattern = list[variant % list.length]!
  const text = pattern
    .replace('{words}', words ?? '')
    .replace('{about}', words ?? '')
    .replace('{name}', product.name)
  return [{ text, origin: { kind: 'courtesy', courtesy, words } }]
}

function ofFact({ at }: Fact, text: string): DraftSentence {
  return { text, origin: { kind: 'fact', at } }
}

function disclosureOf({ request, product }: Arrangement): DraftSentence {
  return { text: request.disclosure.trim() || `Disclosure: I work on ${product.name}.`, origin: { kind: 'disclosure' } }
}

function nonEmpty<T>(lists: T[][]): T[][] {
  return lists.filter((list) => list.length > 0)
}
