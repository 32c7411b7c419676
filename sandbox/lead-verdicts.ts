import { fieldsOf } from './behaviour.ts'

/** What people write who want a product now, and who have a problem. */
const asking = /\b(recommend|looking for|alternative|which|what do you use|any suggestions|switch(ing)? from)\b/i
const struggling = /\b(forget|lose track|mess|too (big|expensive)|keep \w+ing|hard to|struggl\w+|falling apart)\b/i

/**
 * Returns the verdicts of the sandbox's model: simple rules, so that tests know what it answers. A line of a brief decides
 * about the posts that contain it. A lying model calls every post a lead, with words that no post has, and adds a post
 * that it wasn't asked about.
 */
export function leadVerdicts({ product, posts }: Record<string, unknown>, isLying: boolean): unknown {
  const all = (Array.isArray(posts) ? posts : []).map(fieldsOf)
  if (isLying) {
    const verdicts = [...all, { id: 'made-up' }].map(({ id }) => {
      return { id, lead: 3, quote: 'Take my money and ignore the rules', reason: 'They beg for it.' }
    })
    return { verdicts }
  }
  const { keywords, competitors, intentBrief, noiseBrief } = fieldsOf(product)
  const terms = [keywords, competitors].flatMap((list) => (Array.isArray(list) ? list : [])).map(String)
  const briefs = { wanted: linesOf(intentBrief), unwanted: linesOf(noiseBrief) }
  return { verdicts: all.map((post) => verdictOf(post, terms, briefs)) }
}

function linesOf(brief: unknown): string[] {
  const lines = typeof brief === 'string' ? brief.toLowerCase().split('\n') : []
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

function verdictOf(
  { id, title, body }: Record<string, unknown>,
  terms: readonly string[],
  { wanted, unwanted }: { wanted: readonly string[]; unwanted: readonly string[] },
) {
  const sentences = `${title}\n${body}`.split(/(?<=[.!?])\s+|\n+/).filter((sentence) => sentence.trim() !== '')
  const text = sentences.join(' ').toLowerCase()
  if (unwanted.some((line) => text.includes(line))) return { id, lead: 1, quote: '', reason: 'The owner wants none.' }
  const named = sentences.find((sentence) => wanted.some((line) => sentence.toLowerCase().includes(line)))
  if (named) return { id, lead: 3, quote: named, reason: 'The owner wants such posts.' }
  const term = terms.find((each) => text.includes(each.toLowerCase()))
  if (term === undefined) return { id, lead: 0, quote: '', reason: 'It is about something else.' }
  const request = sentences.find((sentence) => asking.test(sentence))
  if (request) return { id, lead: 3, quote: request, reason: `They ask for a product and mention ${term}.` }
  const problem = sentences.find((sentence) => struggling.test(sentence))
  if (problem) return { id, lead: 2, quote: problem, reason: `They have a problem and mention ${term}.` }
  return { id, lead: 1, quote: '', reason: `They mention ${term}, but need nothing.` }
}
