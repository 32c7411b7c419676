import { wordingsOf } from '../candidates/common-keywords.ts'
import { compileProfile } from '../candidates/profile.ts'
import type { Item, Profile } from '../item.ts'
import { guardOf } from '../score/guard.ts'
import { languageOf, languageOfText } from '../text/language.ts'
import { isEnglish as looksEnglish } from './checking/reply-language.ts'
import type { ProductNames } from './checking/reply-reading.ts'
import type { DraftLength, Tone } from './draft-options.ts'
import { answersTo, answersTopic } from './drafting/answers.ts'
import { arranged, type DraftSentence, textOf } from './drafting/arrange.ts'
import { factsOf, sentenceWithoutProduct } from './drafting/facts.ts'
import { ownWordsIn } from './drafting/own-words.ts'
import { type AskedTopic, type Question, questionOf } from './drafting/question.ts'
import { topics } from './drafting/topics.ts'

/** How a draft is to be written. */
interface DraftOptions {
  length: DraftLength
  tone: Tone
  /** Whether the draft may name the product. */
  mention: boolean
  /** Another number chooses other courtesies. */
  variant: number
  /** ISO 639-1; without one, the post's. */
  language?: string | null
}

export interface DraftRequest extends DraftOptions {
  post: Item
  profile: Profile
  /** Other names of the product. */
  aliases: readonly string[]
  /** The project's facts, one per line. */
  facts: string
  /** The project's disclosure line; if it is empty, a plain one is used. */
  disclosure: string
}

/** Something that the post asks and no fact answers, in two sentences. */
interface MissingFact {
  asks: string
  missing: string
}

export type Draft =
  | { state: 'drafted'; text: string; sentences: DraftSentence[]; unanswered: MissingFact[] }
  | ({ state: 'missing' } & MissingFact)
  /** Not in a language in which it can write, or not to be answered at all, and why. */
  | { state: 'withheld'; why: 'author' | 'language'; because: string }

/**
 * Arranges the project's facts as an answer to a post, without a model (docs/decisions/0111). Every sentence is a fact,
 * a courtesy from a fixed list, or the disclosure line. Without a fact that answers there is no draft, but what is
 * missing.
 */
export function draftReply(request: DraftRequest): Draft {
  const { post, profile, aliases } = request
  const compiled = compileProfile(profile)
  const guard = guardOf(compiled, post, [])
  if (guard !== null && guard.kind !== 'language') {
    return { state: 'withheld', why: 'author', because: `${guard.text}. Don't answer with a product.` }
  }
  const product: ProductNames = { name: profile.name, website: profile.website, aliases }
  const facts = factsOf(request.facts, product, new Set())
  if (facts.length === 0) return { state: 'missing', asks: askedWords(post), missing: 'The project has no facts yet.' }
  const language = request.language ?? languageOf(post) ?? 'en'
  const isEnglish = language === 'en'
  const written = languageOfText(request.facts)
  if (written !== language && !(isEnglish && looksEnglish(request.facts))) {
    const asked = request.language ? 'You chose' : 'The post is in'
    return {
      state: 'withheld',
      why: 'language',
      because: `${asked} ${nameOf(language)}. Without a model, Earshot writes in the language of your facts: ${nameOf(written)}.`,
    }
  }
  const question = questionOf(post)
  const answers = answersTo(question, facts, wordingsOf(profile))
  const unanswered = question.topics
    .filter((asked) => !facts.some((fact) => answersTopic(fact, asked)))
    .map(missingFact)
  const usable = answers.filter((fact) => request.mention || sentenceWithoutProduct(fact, product) !== null)
  // A question about one thing isn't answered by facts about others.
  const isBeside = unanswered.length > 0 && unanswered.length === question.topics.length && asksOnlyTopics(question)
  if (answers.length === 0 || isBeside) {
    return { state: 'missing', ...(unanswered[0] ?? { asks: askedWords(post), missing: 'No fact answers that.' }) }
  }
  if (usable.length === 0) {
    return {
      state: 'missing',
      asks: askedWords(post),
      missing: `Only facts about ${profile.name} answer that. Mention it, or add a fact that helps without it.`,
    }
  }
  const words = ownWordsIn(post, profile)
  const paragraphs = arranged(usable, { request, product, question, words, isEnglish })
  return { state: 'drafted', text: textOf(paragraphs), sentences: paragraphs.flat(), unanswered }
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })

function nameOf(language: string): string {
  return languageNames.of(language) ?? language
}

/** Returns the sentence in which a post asks, and the facts that answer it, best first. */
export function answersIn({
  post,
  profile,
  aliases,
  facts,
}: Pick<DraftRequest, 'post' | 'profile' | 'aliases' | 'facts'>): {
  asks: string | null
  facts: string[]
} {
  const product: ProductNames = { name: profile.name, website: profile.website, aliases }
  const question = questionOf(post)
  const answers = answersTo(question, factsOf(facts, product, new Set()), wordingsOf(profile))
  return { asks: question.asks, facts: answers.map(({ text }) => text) }
}

/** Returns whether everything that a post asks belongs to topics. */
function asksOnlyTopics({ passages }: Question): boolean {
  const asked = passages.filter(({ isAsked }) => isAsked)
  return asked.every(({ text }) => topics.some((topic) => topic.asked.test(text)))
}

function missingFact({ topic, entity }: AskedTopic): MissingFact {
  if (entity === null) return { asks: `They ask about ${topic.about}.`, missing: topic.missing }
  return { asks: `They ask about ${topic.about}: “${entity}”.`, missing: `No fact mentions ${entity}.` }
}

function askedWords(post: Item): string {
  const { asks } = questionOf(post)
  return asks === null ? "The post doesn't ask a question." : `They ask: “${asks}”`
}
