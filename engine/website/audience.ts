import { wordsOf } from '../text/text.ts'
import { functionWords } from './function-words.ts'
import { pathOf, type Statement, type Website } from './pages/statements.ts'
import type { Proposal } from './profile.ts'
import { foldProposals } from './proposals.ts'

const audiencesMost = 6
const wordsMost = 6
const clauseWordsMost = 9

/** The text after "for", up to the end of the phrase. */
const forWhom = /(?<![\p{L}\p{N}-])(?:for|help(?:s|ing)?|by|of)\s+(?=([\p{L}\p{N}][\p{L}\p{N}\s,.+&'’/-]{2,120}))/giu
const phraseEnd =
  /\s+(?:who|that|which|to|with|without|from|in|on|by|at|so|when|where|as|than|because|while|since|is|are|can|get|save|find|keep|manage|run|build|grow|track|know|stay|for|of|do|make|everywhere|worldwide|across|through|using)(?![\p{L}\p{N}])|[.!?](?=\s|$)|[:;—–|(]/iu

/** Matches `people who work alone`. */
const peopleWho = /^(?:people|anyone|anybody|those|everyone)\s+(?:who|that)\s+[^.,!?:;—–|(]{3,60}/i

/** Words for people and groups, as the last word of an audience. */
const people =
  /^(?:.{2,}(?:ers|ors|ists|ants|ians|eurs|smiths)|(?:.*[ -])?(?:students|agents|architects|admins|sysadmins|devs|hostesses|women|men|people|folks|teams?|agencies|business(?:es)?|companies|startups|shops?|stores?|schools?|universities|colleges|parents|moms|dads|families|couples|kids|founders|coaches|nonprofits|charities|churches|clubs|clinics|practices|firms|studios|restaurants|cafes|cafés|bakeries|breweries|hotels|salons|gyms|landlords|hosts|guides|pros|professionals|experts|beginners|brands|enterprises|organi[sz]ations|communities|groups|departments|households|homes|farms|solopreneurs|makers|musicians|bands|artists|chefs|nurses|pilots|athletes|gamers|hobbyists|adults|seniors|sellers|merchants|smbs|smes|hoas|ngos))$/i
/** Words that end like words for people but aren't. */
const noPeople = new Set(
  'answers appointments banners calendars checklists clients colors colours computers containers covers customers dinners documents doors errors filters floors flyers folders follow-ups letters lists mirrors newsletters numbers offers orders others papers planners plants posters printers reminders scanners servers stickers trackers trailers users visitors waitlists workers yours'.split(
    ' ',
  ),
)
/** Words that are too general on their own. */
const tooGeneral = new Set(
  'people folks team teams companies business businesses brands groups men women adults owners experts pros professionals beginners users'.split(
    ' ',
  ),
)
/** After "and", a sentence may go on to what the product does. */
const doing =
  /^(?:bring|build|get|give|grow|help|keep|let|look|make|manage|run|save|sell|send|show|take|track|turn|use|we|you|they|i|it)s?\b/i

/** Returns the audience of the product, in the website's words. */
export function audienceOf(website: Website): Proposal[] {
  const { statements, structured, pages } = website
  const page = pages[0] ? pathOf(pages[0].url) : null
  const found: Proposal[] = structured.audiences
    .filter((text) => text.length < 80)
    .map((text) => ({ text, origin: 'structuredData', page }))
  for (const statement of byWeight(statements)) {
    for (const text of audiencesIn(statement.text)) {
      found.push({ text, origin: statement.origin, page: statement.page })
    }
  }
  for (const each of pages) {
    for (const { href, text } of each.links) {
      if (!/(?:^|\/)(?:for|solutions?|use-cases?|industries)[/-]/i.test(href)) continue
      const bare = text.replace(/^for\s+/i, '')
      if (isAudience(bare)) found.push({ text: lowered(bare), origin: 'link', page: pathOf(each.url) })
    }
  }
  return foldProposals(found).slice(0, audiencesMost)
}

function byWeight(statements: readonly Statement[]): Statement[] {
  return statements.filter(({ origin }) => origin !== 'navigation').toSorted((a, b) => b.weight - a.weight)
}

/** Returns `freelancers` and `small studios` for "made for freelancers and small studios". */
export function audiencesIn(text: string): string[] {
  const found: string[] = []
  for (const [whole, phrase = ''] of text.matchAll(forWhom)) {
    const end = phrase.search(phraseEnd)
    const clause = peopleWho.exec(phrase)?.[0]
    if (clause && wordsOf(clause).length <= clauseWordsMost) {
      found.push(lowered(clause))
      continue
    }
    const list = end < 0 ? phrase : phrase.slice(0, end)
    const parts = list.split(/\s*,\s+(?:and\s+|or\s+)?|\s+(?:and|or|&)\s+/)
    // "by" and "of" name an audience only in statements of trust: "trusted by 900 bakeries".
    const isSure = /^(?:for|help)/i.test(whole) || /(?:loved|trusted|used|hundreds|thousands)\s+(?:by|of)\s/i.test(text)
    if (isSure) found.push(...parts.map(lowered).filter(isAudience))
  }
  return found
}

function isAudience(text: string): boolean {
  const words = wordsOf(text)
  const last = words.at(-1) ?? ''
  const [first = ''] = words
  const isShort = words.length > (tooGeneral.has(last) ? 1 : 0) && words.length <= wordsMost
  const isWhom = people.test(last) && !noPeople.has(last)
  return isShort && isWhom && !functionWords.has(first) && !doing.test(first)
}

/** Removes a number and the capitals of a heading; other capitals stay, as in `HR teams`. */
function lowered(text: string): string {
  const bare = text
    .trim()
    .replace(/^(?:over\s+)?[\d.,]+\+?k?\s+/i, '')
    .replace(/^(?:busy|modern|growing|ambitious)\s+/i, '')
  return bare.replace(/(?<![\p{L}\p{N}])\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase())
}
