import { wordingsOf } from '../candidates/common-keywords.ts'
import type { Item, Profile } from '../item.ts'
import { buildMatcher } from '../match/match.ts'
import { spellings } from '../text/spellings.ts'
import { normalForm, wordsOf } from '../text/text.ts'

/** Keywords that start so are no nouns: "Here is what I can say about track leads." */
const noNoun =
  /^(?:automate|back|book|build|buy|cancel|cannot|choose|client|clients|cut|deploy|file|find|first|fix|follow|form|get|getting|hire|import|incorporate|is|leave|leaving|learn|log|make|making|manage|migrate|move|moving|need|no|pay|paying|plan|post|replace|save|schedule|sell|selling|send|sending|share|start|starting|stay|stop|switch|sync|track|tracking|trace|use|using|want|where|which|who|why|how|what|work|write)\b|['’]t\b|\b(?:is|are|was|has|have|slow|stuck|fair|upfront|paid)\b/i
/** Keywords that ask for any product: `mint alternative`. */
const asking = /\b(?:alternatives?|vs|versus|best|cheap|cheapest|need|help)\b/i

/**
 * Returns words of the post's author that the project's keywords contain too, to take up in a draft; null if there are
 * none. Nothing else of a post is ever repeated, whatever it says.
 */
export function ownWordsIn(item: Item, profile: Pick<Profile, 'keywords' | 'keywordLimits'>): string | null {
  const wordings = wordingsOf(profile).filter((wording) => !noNoun.test(wording) && !asking.test(wording))
  const forms = wordings.flatMap((wording) => spellings(wording, 'keyword').map((form) => ({ form, wording })))
  if (forms.length === 0) return null
  const matcher = buildMatcher(forms.map(({ form }) => form))
  const found: { words: string; worth: number }[] = []
  for (const field of item.kind === 'comment' ? (['body'] as const) : (['title', 'body'] as const)) {
    matcher.scan(item[field], (number, start, end) => {
      const words = written(item[field].slice(start, end), forms[number]!.form)
      found.push({ words, worth: wordsOf(words).length + (field === 'title' ? 1 : 0) })
    })
  }
  return (
    found.reduce<(typeof found)[number] | null>((a, b) => (a !== null && a.worth >= b.worth ? a : b), null)?.words ??
    null
  )
}

/** Returns words as the author wrote them, or as the project does if that differs by more than case. */
function written(text: string, form: string): string {
  if (normalForm(text) !== form || text.toLowerCase() !== form) return form
  // Abbreviations keep their capitals, headings don't.
  return text
    .split(' ')
    .map((word) => (/^\p{Lu}[\p{Ll}'’-]+$/u.test(word) ? word.toLowerCase() : word))
    .map((word) => (word === word.toUpperCase() && word.length > 5 ? word.toLowerCase() : word))
    .join(' ')
}
