import { wordingsOf } from '../../candidates/common-keywords.ts'
import type { Item, Profile } from '../../item.ts'
import { buildMatcher } from '../../match/match.ts'
import { spellings } from '../../text/spellings.ts'
import { wordsOf } from '../../text/text.ts'

/** Keywords that start so are no nouns: "Here is what I can say about track leads." */
const noNoun =
  /^(?:automate|back|book|build|buy|cancel|cannot|choose|client|clients|cut|deploy|file|find|first|fix|follow|form|get|getting|hire|import|incorporate|is|leave|leaving|learn|log|make|making|manage|migrate|move|moving|need|no|pay|paying|plan|post|replace|save|schedule|sell|selling|send|sending|share|start|starting|stay|stop|switch|sync|track|tracking|trace|use|using|want|where|which|who|why|how|what|work|write)\b|['’]t\b|\b(?:is|are|was|has|have|slow|stuck|fair|upfront|paid)\b/i
/** Keywords that ask for any product: `mint alternative`. */
const asking = /\b(?:alternatives?|vs|versus|best|cheap|cheapest|need|help)\b/i

/** Endings of things that can be counted: `a few notes on content calendars`. */
const countable =
  /(?:er|or|list|sheet|plan|app|tool|goal|template|quote|page|calendar|site|form|label|banner|agent|agreement|account|remodel|logo|contract|bot|dashboard|chart|program|profile|itinerary|payment|formula|trademark|setup)$/i

/** Words that a post and a keyword of the project have in common. */
export interface OwnWords {
  text: string
  isTitle: boolean
}

/**
 * Returns words of the post's author that the project's keywords contain too, to take up in a draft; null if there are
 * none. Nothing else of a post is ever repeated, whatever it says.
 */
export function ownWordsIn(
  item: Item,
  profile: Pick<Profile, 'keywords' | 'keywordLimits' | 'competitors'>,
): OwnWords | null {
  const wordings = wordingsOf(profile).filter((wording) => !noNoun.test(wording) && !asking.test(wording))
  const forms = wordings.flatMap((wording) => spellings(wording, 'keyword').map((form) => ({ form, wording })))
  if (forms.length === 0) return null
  const matcher = buildMatcher(forms.map(({ form }) => form))
  let best: (OwnWords & { worth: number }) | null = null
  for (const field of item.kind === 'comment' ? (['body'] as const) : (['title', 'body'] as const)) {
    const isTitle = field === 'title'
    matcher.scan(item[field], (number, start, end) => {
      const { form, wording } = forms[number]!
      const worth = wordsOf(form).length + (isTitle ? 1 : 0)
      if (best !== null && best.worth >= worth) return
      const name = profile.competitors.find((each) => each.toLowerCase() === wording.toLowerCase())
      best = { text: name ?? written(item[field].slice(start, end), wording), isTitle, worth }
    })
  }
  return best
}

/** Returns a keyword in the plural if it can be counted, and with the author's capitals if these are the same words. */
function written(text: string, wording: string): string {
  const words = text.toLowerCase() === wording.toLowerCase() ? text.split(' ').map(lowered).join(' ') : wording
  if (!countable.test(words)) return words
  return words.endsWith('y') ? `${words.slice(0, -1)}ies` : `${words}s`
}

/** Abbreviations keep their capitals, words of headings don't. */
function lowered(word: string): string {
  const isAbbreviation = word === word.toUpperCase() && word.length <= 5
  return isAbbreviation || /\p{Ll}\p{Lu}/u.test(word) ? word : word.toLowerCase()
}
