import { z } from 'zod'
import type { Item } from '../item.ts'
import type { Label } from '../score/component.ts'
import type { Span } from '../spans.ts'
import { spanOfQuote } from './quote.ts'

/** The longest reason that is shown, in UTF-16 units. */
const reasonMost = 200

/** A judge's answer, before it is checked. It has no bounds, because some endpoints reject them. */
export const JudgeAnswer = z.object({
  verdicts: z.array(
    z.object({
      id: z.string().describe('The id of the post'),
      lead: z
        .number()
        .describe('0 unrelated, 1 on topic without such a need, 2 has the problem, 3 wants such a product now'),
      quote: z.string().describe('The words of the post that show it, copied exactly'),
      reason: z.string().describe('One short sentence on what the author needs and how the product helps'),
    }),
  ),
})
export type JudgeAnswer = z.infer<typeof JudgeAnswer>

/** The task of a judge, in our own words only. */
export const judgeTask = `You decide which Reddit posts are leads for a product. For each post, answer with its id and:
- lead 3: the author asks for, compares, or wants to leave such a product now.
- lead 2: the author has a problem that the product directly solves.
- lead 1: on topic, but not a lead: news, advice, a story, or advertising of the author's own product.
- lead 0: unrelated, or needs another kind of product.
The product may have an intentBrief and a noiseBrief: what its owner says makes a post a lead, and what makes it none. Where
they say something about a post, they decide before the list above.
Copy the words of the post that show it as the quote, exactly as they are. Give the reason in one short sentence.`

/** A judge's verdict on a post, whose quote occurs in it. */
export interface Verdict {
  lead: Label
  /** The quoted words in the post; null if it is no lead and none were quoted. */
  span: Span | null
  reason: string
}

/**
 * Returns the valid verdicts of an answer by item id. A verdict is void if its id was not asked for or occurs twice, its
 * `lead` is no label, it quotes words that the post doesn't contain, or it calls a post a lead without a quote.
 */
export function validVerdicts({ verdicts }: JudgeAnswer, items: readonly Item[]): Map<string, Verdict> {
  const byId = new Map(items.map((item) => [item.id, item]))
  const times = Map.groupBy(verdicts, ({ id }) => id)
  const valid = new Map<string, Verdict>()
  for (const { id, lead, quote, reason } of verdicts) {
    const item = byId.get(id)
    if (!item || times.get(id)!.length > 1 || !isLabel(lead)) continue
    const span = spanOfQuote(item, quote)
    if (span === null && (quote.trim() !== '' || lead >= 2)) continue
    valid.set(id, { lead, span, reason: oneLine(reason) })
  }
  return valid
}

function isLabel(lead: number): lead is Label {
  return [0, 1, 2, 3].includes(lead)
}

function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return line.length <= reasonMost ? line.toWellFormed() : `${line.slice(0, reasonMost - 1).trimEnd()}…`.toWellFormed()
}
