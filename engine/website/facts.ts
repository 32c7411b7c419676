import { topics } from '../replies/drafting/topics.ts'
import { wordsOf } from '../text/text.ts'
import type { Statement, Website } from './pages/statements.ts'
import type { Proposal } from './profile.ts'
import { foldProposals } from './proposals.ts'
import { appeal } from './summary.ts'

const factsMost = 8
const ofTopicMost = 2
const chars = { least: 20, most: 240 } as const
const wordsLeast = 4

/** Origins with whole sentences in the website's own voice, which quotes of customers aren't. */
const origins = ['description', 'structuredData', 'text', 'list'] as const
/** Praise and promises, which nobody can check. */
const praise =
  /\b(?:best|better|leading|#1|number one|world[- ]class|amazing|awesome|beautiful(?:ly)?|delightful|effortless(?:ly)?|powerful|revolutionary|seamless(?:ly)?|love[ds]?|loved by|trusted by|perfect|ultimate|simply|finally|imagine|game[- ]chang\w+|next[- ]level|guarantee\w*|coming soon|limited time|\d+ ?% off|discount|sale)\b/i
/** Sentences that speak to the reader about themselves, or for somebody else. */
const address = /^(?:are you|do you|you['’]re|your? |let['’]s|we believe|our mission|our vision|i |my |meet )\b/i

/**
 * Returns sentences of a website that say something checkable about its product: what it is, and what people ask about
 * any product, such as prices, integrations, and devices. A few on each topic, prices first.
 */
export function factsOf({ statements }: Website, name: string): Proposal[] {
  const sentences = statements.flatMap(sentencesOf)
  const own = sentences.filter(({ text }) => isAbout(text, name)).slice(0, 1)
  const ofTopics = topics.flatMap(({ answered }) =>
    sentences.filter(({ text }) => answered.test(text)).slice(0, ofTopicMost),
  )
  return foldProposals([...own, ...ofTopics]).slice(0, factsMost)
}

function sentencesOf({ text, origin, page }: Statement): Proposal[] {
  if (!origins.some((each) => each === origin)) return []
  const plain = text.replace(/[\p{Extended_Pictographic}\u{1f1e6}-\u{1f1ff}\ufe0f\u200d]+\s*/gu, '')
  const sentences = plain.match(/.+?(?:[.!?…。]+(?=\s|$)|$)\s*/g) ?? []
  return sentences.flatMap((sentence) => {
    const line = sentence.trim().replace(/!+$/, '.')
    return isStatement(line) ? [{ text: line, origin, page }] : []
  })
}

function isStatement(line: string): boolean {
  return (
    line.length >= chars.least &&
    line.length <= chars.most &&
    wordsOf(line).length >= wordsLeast &&
    !/[?…]$/.test(line) &&
    !appeal.test(line) &&
    !praise.test(line) &&
    !address.test(line)
  )
}

/** Returns whether a sentence says what the product is: `Quietbooks is bookkeeping software`. */
function isAbout(text: string, name: string): boolean {
  return name !== '' && text.toLowerCase().startsWith(`${name.toLowerCase()} `)
}
