import type { Item } from '../../item.ts'
import type { Steps } from '../../steps.ts'
import { languageOf } from '../../text/language.ts'
import type { TextRange } from '../../text/readable-sentences.ts'
import { rootOf } from '../../text/stem.ts'
import { wordsOf } from '../../text/text.ts'
import type { QuoteKind } from '../quote-kinds.ts'
import { ownWordsOf, type Wording } from './own-words.ts'
import type { StatementKind } from './rules.ts'
import { ownTexts, type Statement, statementsIn } from './statements.ts'
import { termsIn } from './terms.ts'
import { type Saying, topicsOf } from './topics.ts'
import { isName, sentenceWith, writtenAs } from './written.ts'

/** A lead as it is read for quotes. */
export interface ReadLead extends Pick<Item, 'id' | 'kind' | 'title' | 'body' | 'author'> {}

interface Quote {
  leadId: string
  /** A sentence without Markdown. */
  text: string
  /** The ranges of the words that count. */
  marks: TextRange[]
}

/** What authors say, in their words. */
interface QuoteTopic {
  topic: string
  /** Whether the topic is made of words that several authors share. Others are rough. */
  isShared: boolean
  leads: number
  /** An author counts once, however many leads they wrote. */
  authors: number
  quotes: Quote[]
}

export interface Quotes {
  topics: QuoteTopic[]
  /** The leads in other languages than English, which aren't read. */
  otherLanguages: number
}

/** Names as on the watchlist. */
export interface QuoteNames {
  /** The project's own name, which is no topic. */
  own: string
  /** Names that authors' own words may be, unlike those of people. */
  tracked: readonly string[]
}

const topicsMost: Readonly<Record<QuoteKind, number>> = { pains: 10, objections: 11, requests: 10, phrases: 20 }
const quotesMost = 3
const leadsAtOnce = 25

/**
 * Returns what the authors of leads say of a kind, or the words that they use much more often than others, with quotes.
 * Quotes the first leads given rather than later ones.
 */
export function* quotesIn(leads: readonly ReadLead[], kind: QuoteKind, names: QuoteNames): Steps<Quotes> {
  const english: ReadLead[] = []
  for (const [index, lead] of leads.entries()) {
    if (index % leadsAtOnce === 0) yield
    if (isEnglish(lead)) english.push(lead)
  }
  const without = new Set(wordsOf(names.own).map(rootOf))
  const topics = yield* kind === 'phrases'
    ? wordTopics(english, names, without)
    : statementTopics(english, kind, without)
  return { topics, otherLanguages: leads.length - english.length }
}

/** Enough different common words show that a text is English, faster than its language can be detected. */
const commonWords = /\b(?:the|and|to|my|for|with|this|that|have|of)\b/gi
const commonLeast = 3
const languageChars = 600

function isEnglish({ title, body }: ReadLead): boolean {
  const words = `${title} ${body.slice(0, languageChars)}`.match(commonWords) ?? []
  if (new Set(words.map((word) => word.toLowerCase())).size >= commonLeast) return true
  const language = languageOf({ title, body })
  return language === null || language === 'en'
}

type Said = Saying & Statement

function* statementTopics(
  leads: readonly ReadLead[],
  kind: StatementKind,
  without: ReadonlySet<string>,
): Steps<QuoteTopic[]> {
  const said: Said[] = []
  for (const [index, lead] of leads.entries()) {
    if (index % leadsAtOnce === 0) yield
    for (const statement of statementsIn(lead, kind)) {
      // What an objection is about says more than its words.
      const terms = kind === 'objections' ? [] : termsIn(statement.clause, without)
      said.push({ ...statement, author: authorOf(lead), leadId: lead.id, terms })
    }
  }
  return topicsOf(said, topicsMost[kind]).map(({ topic, forms, authors, leads: count, sayings }) => ({
    topic:
      forms.length > 0
        ? writtenAs(
            sayings.map(({ text }) => text),
            forms,
          )
        : topic,
    isShared: forms.length > 0,
    leads: count,
    authors,
    quotes: quotesOf(sayings),
  }))
}

/** The author counts; of a deleted one, each lead. */
function authorOf({ author, id }: ReadLead): string {
  return author ?? id
}

/** The lengths of quotes that are easy to read and still say something. */
const lengths = { least: 40, most: 180 } as const

/** Returns the quotes of a topic, of one author each, rather of a good length. */
function quotesOf(sayings: readonly Said[]): Quote[] {
  const isGood = ({ text }: Said) => text.length >= lengths.least && text.length <= lengths.most
  const authors = new Set<string>()
  const texts = new Set<string>()
  const quotes: Quote[] = []
  for (const saying of [...sayings.filter(isGood), ...sayings.filter((one) => !isGood(one))]) {
    const { author, leadId, text, marks } = saying
    if (authors.has(author) || texts.has(text)) continue
    authors.add(author)
    texts.add(text)
    quotes.push({ leadId, text, marks })
    if (quotes.length === quotesMost) break
  }
  return quotes
}

/** More words than are shown, since names are left out later. */
const wordsMost = 60

function* wordTopics(
  leads: readonly ReadLead[],
  { tracked }: QuoteNames,
  without: ReadonlySet<string>,
): Steps<QuoteTopic[]> {
  const wordings: Wording[] = []
  const texts = new Map<string, { author: string; texts: string[] }>()
  for (const [index, lead] of leads.entries()) {
    if (index % leadsAtOnce === 0) yield
    const own = ownTexts(lead)
    texts.set(lead.id, { author: authorOf(lead), texts: own })
    wordings.push({ author: authorOf(lead), leadId: lead.id, terms: termsIn(own.join('\n'), without) })
  }
  const allowed = new Set(tracked.flatMap((name) => wordsOf(name).map(rootOf)))
  const topics: QuoteTopic[] = []
  for (const { key, texts: forms, authors, leads: count, leadIds } of ownWordsOf(wordings, wordsMost)) {
    yield
    const own = leadIds.flatMap((id) => texts.get(id)!.texts)
    if (isName(own, forms) && !key.split(' ').some((word) => allowed.has(word))) continue
    const quotes = wordQuotes(
      leadIds.map((id) => ({ id, ...texts.get(id)! })),
      forms,
    )
    // Words of a pair can be apart, as in "pick & pack".
    if (quotes.length === 0) continue
    topics.push({ topic: writtenAs(own, forms), isShared: true, leads: count, authors, quotes })
    if (topics.length === topicsMost.phrases) break
  }
  // The most telling words are chosen, and those of most people come first.
  return topics.toSorted((a, b) => b.authors - a.authors)
}

function wordQuotes(
  leads: readonly { id: string; author: string; texts: string[] }[],
  forms: readonly string[],
): Quote[] {
  const authors = new Set<string>()
  const quotes: Quote[] = []
  for (const { id, author, texts } of leads) {
    if (authors.has(author)) continue
    const found = texts.map((text) => sentenceWith(text, forms)).find((sentence) => sentence !== null)
    if (!found) continue
    authors.add(author)
    quotes.push({ leadId: id, ...found })
    if (quotes.length === quotesMost) break
  }
  return quotes
}
