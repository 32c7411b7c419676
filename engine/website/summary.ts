import { pathOf, type Statement, type Website } from './pages/statements.ts'
import type { Proposal } from './profile.ts'

const leastChars = 40
const mostChars = 320
const sentencesMost = 2

/** Sentences that call for a click. */
export const appeal =
  /^(?:sign up|get started|start (?:your|a|for|free|now|today)|try (?:it|us|for|free|now|\S+ free)|join (?:us|now|today|\d)|book|request a|schedule a|learn more|read more|click|download now|contact us|call|buy now|shop now|see (?:how|plans|pricing)|no credit card|free (?:trial|shipping))\b/i

/**
 * Returns one or two plain sentences about the product: the page's own description, or else the top of the page.
 * Returns null if no text is long enough.
 */
export function summaryOf({ pages, statements }: Website): Proposal | null {
  const [first] = pages
  if (!first) return null
  const page = pathOf(first.url)
  const own = statements.filter((statement) => statement.page === page)
  for (const origin of ['description', 'structuredData'] as const) {
    const best = own.filter((statement) => statement.origin === origin).map(plain)
    const found = best.find(({ text }) => text.length >= leastChars) ?? null
    if (found) return proposal(found)
  }
  return opening(own) ?? longest(own)
}

/** Returns the page's main heading with the text that follows it. */
function opening(own: readonly Statement[]): Proposal | null {
  const at = own.findIndex(({ level }) => level === 1)
  const heading = own[at]
  if (!heading) return null
  const after = own.slice(at + 1, at + 6).find(({ origin, text }) => origin === 'text' && text.length >= leastChars)
  if (!after) return null
  const title = /[.!?]$/.test(heading.text) ? heading.text : `${heading.text}.`
  return proposal(plain({ ...after, text: heading.text.length > 120 ? after.text : `${title} ${after.text}` }))
}

/** Returns the best text of a page without a heading: a paragraph, then its noscript text, then its title. */
function longest(own: readonly Statement[]): Proposal | null {
  for (const origins of [['text', 'list'], ['noscript'], ['description', 'title']]) {
    const found = own
      .filter(({ origin }) => origins.includes(origin))
      .map(plain)
      .find(({ text, origin }) => text.length >= (origin === 'title' || origin === 'description' ? 15 : leastChars))
    if (found) return proposal(found)
  }
  return null
}

/** Returns the first sentences without emoji and calls to action. */
function plain(statement: Statement): Statement {
  const text = statement.text.replace(/[\p{Extended_Pictographic}\u{1f1e6}-\u{1f1ff}\ufe0f\u200d]+\s*/gu, '').trim()
  const sentences = text.match(/.+?(?:[.!?…。]+(?=\s|$)|$)\s*/g) ?? []
  const informative = sentences.map((sentence) => sentence.trim()).filter((sentence) => !appeal.test(sentence))
  return {
    ...statement,
    text: cut(
      informative
        .slice(0, sentencesMost)
        .join(' ')
        .replace(/!+(?=\s|$)/g, '.'),
    ),
  }
}

function cut(text: string): string {
  if (text.length <= mostChars) return text
  const end = text.lastIndexOf(' ', mostChars - 1)
  return `${text.slice(0, end > mostChars / 2 ? end : mostChars - 1).toWellFormed()}…`
}

function proposal({ text, origin, page }: Statement): Proposal {
  return { text, origin, page }
}
