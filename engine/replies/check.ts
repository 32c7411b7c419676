import { copyKeysOf } from '../duplicates/copy-keys.ts'
import type { Rule } from '../reddit/promotion-stance.ts'
import type { AccountPromotions } from './account-promotions.ts'
import { generalFindings } from './checking/general-checks.ts'
import type { Mark } from './checking/reply-reading.ts'
import { type ProductNames, replyReader } from './checking/reply-reading.ts'
import { demandsOf } from './checking/rule-demands.ts'
import { ruleFinding } from './checking/rule-findings.ts'

/** notChecked never means that a reply passes: the sentence says why it couldn't be checked. */
export type CheckVerdict = 'passes' | 'atRisk' | 'broken' | 'notChecked'

/** A check that holds in any community; rules: whether its rules are known. */
export type GeneralCheck =
  | 'rules'
  | 'length'
  | 'links'
  | 'disclosure'
  | 'ratio'
  | 'sameText'
  | 'bannedClaims'
  | 'age'
  | 'karma'

/** What one rule, or one general check, says about a reply. */
export interface Finding {
  /** The position of the rule among the community's rules, or a general check. */
  of: { rule: number } | { check: GeneralCheck }
  /** The rule's name, or the check's in plain words. */
  name: string
  verdict: CheckVerdict
  /** Why, in one or two sentences. */
  text: string
  /** The words of the reply that caused it, in reading order. */
  marks: Mark[]
  /** A line that mends it at the end of the reply; null if there is none. */
  addition: string | null
}

/** What is known of the account that replies; null if unknown. */
interface ReplyAccount {
  ageDays: number | null
  karma: number | null
  promotions: AccountPromotions
}

export interface CheckContext {
  /** Null while unknown. */
  rules: readonly Rule[] | null
  /** The title of the thread; null if unknown. */
  threadTitle: string | null
  product: ProductNames
  /** The project's disclosure line; may be empty. */
  disclosure: string
  bannedClaims: readonly string[]
  /** Null if no account is connected. */
  account: ReplyAccount | null
  /** Earlier replies of the project, and where each was posted: `r/smallbusiness`. */
  earlier: readonly { text: string; place: string }[]
  /** Who wrote the text: a chat model, the built-in drafter, or a person (also by editing a draft). */
  writer: 'model' | 'drafter' | 'person'
}

/**
 * Returns a function that checks a reply against a community's rules and in general (docs/decisions/0110): a finding for
 * each rule, in order, and for each general check. Build it once per community, since it runs as people type.
 */
export function replyChecker(context: CheckContext): (text: string) => Finding[] {
  const read = replyReader(context.product, context)
  const rules = (context.rules ?? []).map((rule) => ({ rule, demands: demandsOf(rule) }))
  const demands = rules.flatMap((each) => each.demands)
  const earlier = context.earlier.map(({ text, place }) => ({ place, keys: new Set(keysOf(text)) }))
  return (text) => {
    const reading = read(text)
    const own = keysOf(text)
    const place = earlier.find(({ keys }) => own.some((key) => keys.has(key)))?.place ?? null
    const known = { context, reading, repeatedFrom: place }
    return [...rules.map((each, at) => ruleFinding(at, each, known)), ...generalFindings(known, demands)]
  }
}

/** Returns the keys of a reply as those of one author, so that four words are enough. */
function keysOf(text: string): string[] {
  return copyKeysOf({ kind: 'comment', author: 'account', title: '', body: text })
}
