import type { Proposal, WebsiteProfile } from '#engine/website/profile.ts'
import { foldTags } from '#platform/ui/fields/tags.ts'

/** The fields that a website can fill in. */
export interface Filled {
  name: string
  summary: string
  keywords: string[]
  competitors: string[]
  /** In lower case, as a project lists them. */
  communities: string[]
}

export const nothing: Filled = { name: '', summary: '', keywords: [], competitors: [], communities: [] }

/** The maximum number of phrases listed in the description. */
const listed = 4

/** Returns a profile's proposals as form values. Names that no page mentions are left for the user to add. */
export function proposed(profile: WebsiteProfile): Filled {
  const { name, summary, audience, pains, keywords, competitors, communities } = profile
  const summaryText = summary?.text.toLowerCase() ?? ''
  const isNew = ({ text }: Proposal) => !summaryText.includes(text.toLowerCase())
  return {
    name: name?.text.slice(0, 100) ?? '',
    summary: [summary?.text, audienceText(audience.filter(isNew)), painsText(pains.filter(isNew))]
      .filter(Boolean)
      .join('\n'),
    keywords: texts(keywords),
    competitors: texts(competitors.filter(isOnPage)),
    communities: texts(communities).map((text) => text.toLowerCase()),
  }
}

export function isOnPage({ page }: Proposal): boolean {
  return page !== null
}

/**
 * Returns the form with the new proposals instead of the previous ones. Keeps the user's input: a text is replaced only
 * if it is empty or unchanged, and a list keeps added entries.
 */
export function filledIn(typed: Filled, before: Filled, now: Filled): Filled {
  const text = (key: 'name' | 'summary') =>
    typed[key].trim() === '' || typed[key] === before[key] ? now[key] : typed[key]
  const list = (key: 'keywords' | 'competitors' | 'communities') => {
    const added = typed[key].filter((entry) => !before[key].includes(entry))
    return foldTags([...added, ...now[key]])
  }
  return {
    name: text('name'),
    summary: text('summary'),
    keywords: list('keywords'),
    competitors: list('competitors'),
    communities: list('communities'),
  }
}

function audienceText(audience: readonly Proposal[]): string {
  return audience.length === 0 ? '' : `For ${listOf(audience)}.`
}

function painsText(pains: readonly Proposal[]): string {
  return pains.length === 0 ? '' : `Solves: ${listOf(pains)}.`
}

const words = new Intl.ListFormat('en')

function listOf(proposals: readonly Proposal[]): string {
  return words.format(texts(proposals).slice(0, listed))
}

function texts(proposals: readonly Proposal[]): string[] {
  return proposals.map(({ text }) => text)
}
