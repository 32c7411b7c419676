import type { Rule } from '../../reddit/promotion-stance.ts'
import { folded } from '../../reddit/rule-text.ts'
import type { AccountPromotions, unreadReasons } from '../account-promotions.ts'
import type { CheckContext, CheckVerdict, Finding } from '../check.ts'
import { inOrder, isReferral, isSurvey, type Mark, promotionIn, type ReplyReading } from './reply-reading.ts'
import type { Demand, DemandKind } from './rule-demands.ts'
import { withoutName } from './without-name.ts'

/** A reply and what is known around it. */
export interface Known {
  context: CheckContext
  reading: ReplyReading
  /** The place of an earlier reply with nearly the same text; null if there is none. */
  repeatedFrom: string | null
}

/** What one demand says about a reply. */
export interface Answer {
  verdict: CheckVerdict
  text: string
  marks?: Mark[]
  addition?: string | null
}

/** Returns the finding of a rule: that of its worst demand. */
export function ruleFinding(at: number, { rule, demands }: { rule: Rule; demands: Demand[] }, known: Known): Finding {
  const head = { of: { rule: at }, name: rule.name }
  const nothing = (text: string): Finding => ({ ...head, verdict: 'notChecked', text, marks: [], addition: null })
  if (known.reading.isEmpty) return nothing('Nothing written yet.')
  const answers = demands.flatMap((demand) => answerTo(demand, demands, known) ?? [])
  if (answers.length === 0) return nothing("Earshot can't check this rule. Read it before you post.")
  const worst = answers.reduce((a, b) => (severity[b.verdict] > severity[a.verdict] ? b : a))
  const same = answers.filter(({ verdict }) => verdict === worst.verdict)
  const marks = inOrder(same.flatMap((answer) => answer.marks ?? []))
  const texts = [...new Set(same.map(({ text }) => text))]
  const addition = same.find((answer) => answer.addition)?.addition ?? null
  return { ...head, verdict: worst.verdict, text: texts.slice(0, 2).join(' '), marks, addition }
}

const severity: Record<CheckVerdict, number> = { passes: 0, notChecked: 1, atRisk: 2, broken: 3 }

function answerTo(demand: Demand, demands: readonly Demand[], known: Known): Answer | null {
  return checks[demand.kind](demand, known, demands)
}

type Check = (demand: Demand, known: Known, demands: readonly Demand[]) => Answer | null

const unreadable: Answer = {
  verdict: 'notChecked',
  text: 'Earshot can check the words of a reply against this rule only in English.',
}

/** Returns a check for words that a rule forbids. Only an English text can pass. */
function words(
  found: (reading: ReplyReading) => Mark[],
  { verdict, bad, good }: { verdict: CheckVerdict; bad: string; good: string },
): Check {
  return (_demand, { reading }) => {
    const marks = found(reading)
    if (marks.length > 0) return { verdict, text: bad, marks }
    return reading.isEnglish ? { verdict: 'passes', text: good } : unreadable
  }
}

const checks: Record<DemandKind, Check> = {
  promotion,
  ratio: (demand, known) => ratioAnswer(demand.limit ?? 0.1, known),
  thread,
  spam: (_demand, { reading, repeatedFrom }) => {
    if (repeatedFrom !== null) {
      return { verdict: 'broken', text: `You posted nearly the same text in ${repeatedFrom}. That counts as spam.` }
    }
    const marks = promotionIn(reading)
    if (marks.length > 0) return { verdict: 'atRisk', text: 'Moderators may take a product or link for spam.', marks }
    return { verdict: 'passes', text: 'It names no product, links nowhere, and is no copy of an earlier reply.' }
  },
  links: (_demand, { reading: { links } }) =>
    links.length > 0
      ? { verdict: 'broken', text: 'This rule allows no links.', marks: links }
      : { verdict: 'passes', text: 'It contains no links.' },
  someLinks: ({ words: sentence }, { reading: { links } }) =>
    links.length > 0
      ? { verdict: 'atRisk', text: `This rule restricts links: ${quoted(sentence)}`, marks: links }
      : { verdict: 'passes', text: 'It contains no links.' },
  referrals: words(({ phrases, links }) => [...phrases.referral, ...links.filter(isReferral)], {
    verdict: 'broken',
    bad: 'This rule allows no affiliate links or codes.',
    good: 'It contains no affiliate links or codes.',
  }),
  disclosure: (_demand, { context, reading }) => disclosureAnswer(context, reading),
  surveys: words(({ phrases, links }) => [...phrases.survey, ...links.filter(isSurvey)], {
    verdict: 'broken',
    bad: 'This rule allows no surveys.',
    good: 'It contains no survey.',
  }),
  machineText: (_demand, { context, reading: { phrases } }) => {
    if (context.writer === 'model')
      return { verdict: 'broken', text: 'A model wrote it, which this rule forbids. Rewrite it.' }
    if (context.writer === 'drafter') {
      return { verdict: 'atRisk', text: 'Earshot put it together from your facts. Rewrite it in your own words.' }
    }
    const marks = phrases.machine
    if (marks.length > 0) return { verdict: 'atRisk', text: 'Readers take these words for a model’s.', marks }
    return { verdict: 'notChecked', text: "Earshot can't tell whether a model helped to write it." }
  },
  civility: words(({ phrases }) => phrases.rude, {
    verdict: 'atRisk',
    bad: 'These words may read as an insult.',
    good: 'It contains no insults that Earshot knows.',
  }),
  messages: words(({ phrases }) => phrases.message, {
    verdict: 'broken',
    bad: 'This rule forbids asking for private messages.',
    good: "It doesn't ask for private messages.",
  }),
  privacy: (_demand, { reading: { contacts } }) =>
    contacts.length > 0
      ? { verdict: 'atRisk', text: 'It contains an email address or a phone number.', marks: contacts }
      : { verdict: 'passes', text: 'It contains no email address or phone number.' },
  flair: () => ({ verdict: 'notChecked', text: "Earshot can't see your flair. Set it before you post." }),
  age: ({ limit }, { context }) => gateAnswer('age', limit, context.account?.ageDays ?? null),
  karma: ({ limit }, { context }) => gateAnswer('karma', limit, context.account?.karma ?? null),
  english: (_demand, { reading }) =>
    reading.isEnglish
      ? { verdict: 'passes', text: 'It is in English.' }
      : { verdict: 'broken', text: "This rule asks for English, and the reply doesn't read like it." },
  posts: (_demand, _known, demands) =>
    demands.length === 1 ? { verdict: 'passes', text: 'This rule is about posts, not replies.' } : null,
}

function promotion(
  { stance, words: sentence }: Demand,
  { context, reading }: Known,
  demands: readonly Demand[],
): Answer {
  const { name } = context.product
  if (stance === 'welcomes') return { verdict: 'passes', text: 'Promotion is welcome here.' }
  const sure = [...reading.names.filter(({ isSure }) => isSure), ...reading.links.filter(({ isOwn }) => isOwn)]
  const unsure = [...reading.names.filter(({ isSure }) => !isSure), ...reading.phrases.pitch]
  if (stance === 'forbids') {
    const softened = sure.map((mark) => ({ ...mark, ...sentenceWithoutName(mark, reading.text, context) }))
    if (sure.length > 0)
      return {
        verdict: 'broken',
        text: `This rule forbids promotion, and the reply names ${name}.`,
        marks: [...softened, ...unsure],
      }
    if (unsure.length > 0)
      return { verdict: 'atRisk', text: 'These words may read as promotion, which this rule forbids.', marks: unsure }
  } else if (sure.length + unsure.length > 0) {
    const isCovered = demands.some(({ kind, words: own }) => own === sentence && kind !== 'promotion')
    if (isCovered && !frequency.test(folded(sentence)))
      return { verdict: 'passes', text: 'Promotion is allowed on these terms.' }
    return {
      verdict: 'atRisk',
      text: `Promotion is allowed only on terms: ${quoted(sentence)}`,
      marks: [...sure, ...unsure],
    }
  }
  if (!reading.isEnglish) return unreadable
  return { verdict: 'passes', text: `It doesn't mention ${name} or its site.` }
}

const frequency =
  /\b(?:once|twice|per|times|monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|permission|approval|ask|mods?|moderators?)s?\b/

/** Returns the sentence around a name without that name, if it can be said without it. */
function sentenceWithoutName(mark: Mark, text: string, { product }: CheckContext): Partial<Mark> {
  let start = mark.start
  while (start > 0 && !/[.!?\n]/.test(text[start - 1]!)) start--
  while (/\s/.test(text[start]!)) start++
  let end = mark.end
  while (end < text.length && !/[.!?\n]/.test(text[end - 1]!)) end++
  const softer = withoutName(text.slice(start, end), product)
  return softer === null ? {} : { start, end, softer }
}

function thread({ words: sentence }: Demand, { context, reading }: Known): Answer | null {
  const marks = promotionIn(reading)
  if (marks.length === 0)
    return reading.isEnglish ? { verdict: 'passes', text: "It doesn't promote anything." } : unreadable
  if (context.threadTitle === null) {
    return { verdict: 'atRisk', text: `Promotion belongs in one thread: ${quoted(sentence)}`, marks }
  }
  if (promotionThread.test(context.threadTitle)) return { verdict: 'passes', text: 'This thread is for promotion.' }
  return { verdict: 'broken', text: `Promotion is allowed only in another thread: ${quoted(sentence)}`, marks }
}

const promotionThread =
  /\b(?:self[- ]?promo\w*|promo\w*|share your|showcase|mega ?thread|(?:weekly|monthly|daily)[\w -]{0,30}(?:thread|post)|what are you (?:building|working on))\b/i

/** Checks the share of promotion among the last posts and comments of the account, this reply included. */
export function ratioAnswer(limit: number, { context, reading }: Known): Answer {
  const marks = promotionIn(reading)
  if (marks.length === 0 && reading.phrases.pitch.length === 0) {
    return reading.isEnglish
      ? { verdict: 'passes', text: "It doesn't count as promotion." }
      : { verdict: 'notChecked', text: "Earshot can't tell whether this reply counts as promotion." }
  }
  const { account, product } = context
  const allowed = `${Math.round(limit * 100)} %`
  if (account === null || account.promotions.state === 'unread') {
    const why = account?.promotions.state === 'unread' ? unreadTexts[account.promotions.because] : noAccount
    return { verdict: 'notChecked', text: `At most ${allowed} of an account's posts and comments may promote. ${why}` }
  }
  const { each } = account.promotions
  const count = each.filter((isPromotion) => isPromotion).length + 1
  const total = each.length + 1
  const found = `${promotionsText(account.promotions, product.name)} With this reply, it is ${count} of ${total}`
  if (count / total <= limit) return { verdict: 'passes', text: `${found}, within the limit of ${allowed}.` }
  return { verdict: 'atRisk', text: `${found}, over the limit of ${allowed}. Help others first.`, marks }
}

const noAccount = 'Connect a Reddit account to check yours.'
const unreadTexts: Record<(typeof unreadReasons)[number], string> = {
  pending: "Earshot hasn't read yours yet.",
  hidden: 'Reddit lists none of yours. Your profile may hide them.',
  failed: "Earshot couldn't read yours from Reddit.",
}

/** Says how many of an account's last posts and comments promote a product, and when they were read if not today. */
function promotionsText({ each, daysOld }: Extract<AccountPromotions, { state: 'read' }>, name: string): string {
  const read = daysOld === 0 ? '' : daysOld === 1 ? ', read a day ago' : `, read ${daysOld} days ago`
  if (each.length === 0) return `Your account has no posts or comments${read}.`
  const count = each.filter((isPromotion) => isPromotion).length
  const verb = count === 1 ? 'promotes' : 'promote'
  const of = `of your account's last ${each.length} posts and comments`
  return `${count === 0 ? 'None' : count} ${of} ${verb} ${name}${read}.`
}

/** Checks that a reply which names the product says whose it is. */
export function disclosureAnswer({ disclosure, product }: CheckContext, reading: ReplyReading): Answer {
  const marks = promotionIn(reading)
  if (marks.length === 0)
    return { verdict: 'passes', text: `It doesn't mention ${product.name}, so there is nothing to disclose.` }
  if (reading.discloses) return { verdict: 'passes', text: 'It says that you are with the product.' }
  const addition = disclosure.trim() === '' ? null : disclosure.trim()
  if (!reading.isEnglish) {
    return {
      verdict: 'notChecked',
      text: `It mentions ${product.name}. Earshot finds other disclosures than yours only in English.`,
      marks,
      addition,
    }
  }
  return {
    verdict: 'broken',
    text: `It mentions ${product.name} and doesn't say that you are with it.`,
    marks,
    addition,
  }
}

/** Checks an account's age in days or its karma against a minimum. */
export function gateAnswer(kind: 'age' | 'karma', limit: number | null, value: number | null): Answer {
  const [asked, own] =
    kind === 'age'
      ? [`an account that is ${limit} days old`, `Yours is ${value} days old`]
      : [`${limit} karma`, `Yours is ${value}`]
  if (limit === null)
    return {
      verdict: 'notChecked',
      text: `This rule names no number for ${kind === 'age' ? 'the age of accounts' : 'karma'}.`,
    }
  if (value === null) return { verdict: 'notChecked', text: `It takes ${asked}. Connect an account to check yours.` }
  if (value >= limit) return { verdict: 'passes', text: `It takes ${asked}. ${own}.` }
  return { verdict: 'broken', text: `It takes ${asked}. ${own}, so the reply would be removed.` }
}

function quoted(sentence: string): string {
  const short = sentence.length <= 160 ? sentence : `${sentence.slice(0, 159).trimEnd()}…`
  return `“${short.toWellFormed()}”`
}
