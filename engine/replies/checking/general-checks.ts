import type { Finding, GeneralCheck } from '../check.ts'
import { isReferral, isShortened } from './reply-reading.ts'
import type { Demand } from './rule-demands.ts'
import { type Answer, disclosureAnswer, gateAnswer, type Known, ratioAnswer } from './rule-findings.ts'

/** In UTF-16 units: Reddit's limit, and what is long or short for a reply. */
const lengths = { most: 10_000, long: 2_000, short: 25 } as const
/** Reddit's old guideline: one promotional contribution in ten. */
const usualShare = 0.1

const names: Record<GeneralCheck, string> = {
  rules: 'Community rules',
  length: 'Length',
  links: 'Links',
  disclosure: 'Disclosure',
  ratio: 'Share of promotion',
  sameText: 'Same text elsewhere',
  bannedClaims: 'Claims to avoid',
  age: 'Account age',
  karma: 'Karma',
}

/** Returns the findings that hold in any community. `demands` are those of all its rules. */
export function generalFindings(known: Known, demands: readonly Demand[]): Finding[] {
  const { context, reading, repeatedFrom } = known
  const gate = (kind: 'age' | 'karma', value: number | null): Answer => {
    const limits = demands.flatMap((demand) => (demand.kind === kind && demand.limit !== null ? [demand.limit] : []))
    if (limits.length > 0) return gateAnswer(kind, Math.max(...limits), value)
    return {
      verdict: 'notChecked',
      text: 'The rules name no minimum. Many communities filter new accounts without saying so.',
    }
  }
  const answers: Partial<Record<GeneralCheck, Answer>> = {
    ...(context.rules === null && {
      rules: { verdict: 'notChecked', text: "Earshot hasn't read this community's rules. Read them on Reddit." },
    }),
    length: lengthAnswer(reading.text),
    links: linksAnswer(known),
    disclosure: disclosureAnswer(context, reading),
    ratio: ratioAnswer(usualShare, known),
    sameText:
      repeatedFrom === null
        ? { verdict: 'passes', text: 'No earlier reply of yours reads like it.' }
        : {
            verdict: 'broken',
            text: `You posted nearly the same text in ${repeatedFrom}. Reddit removes copies as spam.`,
          },
    bannedClaims:
      reading.bannedClaims.length > 0
        ? { verdict: 'broken', text: "Your project doesn't make this claim.", marks: reading.bannedClaims }
        : { verdict: 'passes', text: 'It makes none of the claims that your project avoids.' },
    age: gate('age', context.account?.ageDays ?? null),
    karma: gate('karma', context.account?.karma ?? null),
  }
  return Object.entries(answers).map(([check, { verdict, text, marks = [], addition = null }]) => {
    const head = { of: { check: check as GeneralCheck }, name: names[check as GeneralCheck] }
    if (reading.isEmpty)
      return { ...head, verdict: 'notChecked', text: 'Nothing written yet.', marks: [], addition: null }
    return { ...head, verdict, text, marks, addition }
  })
}

function lengthAnswer(text: string): Answer {
  const { length } = text.trim()
  const shown = length.toLocaleString('en')
  if (length > lengths.most)
    return { verdict: 'broken', text: `It has ${shown} characters. Reddit takes at most 10,000.` }
  if (length > lengths.long)
    return { verdict: 'atRisk', text: `It has ${shown} characters. Few people read that much.` }
  if (length < lengths.short)
    return { verdict: 'atRisk', text: 'It is very short. Moderators may see it as low effort.' }
  return { verdict: 'passes', text: `${shown} characters.` }
}

function linksAnswer({ reading: { links } }: Known): Answer {
  const short = links.filter(isShortened)
  if (short.length > 0) return { verdict: 'broken', text: 'Reddit removes shortened links.', marks: short }
  const referral = links.filter(isReferral)
  if (referral.length > 0) return { verdict: 'atRisk', text: 'An affiliate link looks like spam.', marks: referral }
  const own = links.filter(({ isOwn }) => isOwn)
  if (own.length > 0)
    return { verdict: 'atRisk', text: 'A link to your own site is what filters look for first.', marks: own }
  if (links.length > 2) return { verdict: 'atRisk', text: 'Several links look like spam.', marks: links }
  const count = links.length === 1 ? 'one link' : `${links.length} links`
  return {
    verdict: 'passes',
    text: links.length === 0 ? 'It contains no links.' : `It contains ${count}, none to your site.`,
  }
}
