import type { Proposal, WebsiteProfile } from '#engine/website/profile.ts'
import { foldTags } from '#platform/ui/fields/tags.ts'
import { type Answers, noAnswers } from './answers.ts'

/** The fields that a website can fill in. */
export type Filled = Omit<Answers, 'website' | 'voice' | 'disclosure' | 'alerts' | 'reached' | 'agencyPlan'>

const { website: _website, voice: _voice, disclosure: _line, alerts: _alerts, ...others } = noAnswers
const { agencyPlan: _plan, reached: _reached, ...empty } = others
export const nothing: Filled = empty

/** The most phrases of the audience and of its pains: enough to find leads, few enough to read. */
const phrasesMost = 4

/** Returns a profile's proposals as answers. Names that no page mentions are only proposed, for the user to add. */
export function proposed(profile: WebsiteProfile): Filled {
  const { name, summary, audience, pains, keywords, competitors, communities, facts } = profile
  const names = texts(communities).map((text) => text.toLowerCase())
  return {
    name: name?.text.slice(0, 100) ?? '',
    summary: summary?.text ?? '',
    audience: texts(audience).slice(0, phrasesMost),
    pains: texts(pains).slice(0, phrasesMost),
    keywords: texts(keywords),
    competitors: texts(competitors.filter(isOnPage)),
    communities: names,
    facts: texts(facts).join('\n'),
    proposals: {
      keywords: texts(keywords),
      competitors: texts(competitors),
      communities: names,
      facts: texts(facts),
    },
  }
}

export function isOnPage({ page }: Proposal): boolean {
  return page !== null
}

const lists = ['audience', 'pains', 'keywords', 'competitors', 'communities'] as const

/**
 * Returns the form with the new proposals instead of the previous ones. Keeps the user's input: a text is replaced only
 * if it is empty or unchanged, and a list keeps added entries.
 */
export function filledIn(typed: Filled, before: Filled, now: Filled): Filled {
  const text = (key: 'name' | 'summary') =>
    typed[key].trim() === '' || typed[key] === before[key] ? now[key] : typed[key]
  const list = (key: (typeof lists)[number]) => {
    const added = typed[key].filter((entry) => !before[key].includes(entry))
    return foldTags([...added, ...now[key]])
  }
  return {
    name: text('name'),
    summary: text('summary'),
    audience: list('audience'),
    pains: list('pains'),
    keywords: list('keywords'),
    competitors: list('competitors'),
    communities: list('communities'),
    facts: [...ownFacts(typed), ...now.proposals.facts].join('\n'),
    proposals: now.proposals,
  }
}

function texts(proposals: readonly Proposal[]): string[] {
  return proposals.map(({ text }) => text)
}

/** Returns the lines that the user added or changed, also if the website was read on an earlier visit. */
function ownFacts({ facts, proposals }: Filled): string[] {
  return facts.split('\n').filter((line) => line.trim() !== '' && !proposals.facts.includes(line.trim()))
}
