import { audienceOf } from './audience.ts'
import { communitiesOf } from './communities.ts'
import { competitorsOf } from './competitors.ts'
import { factsOf } from './facts.ts'
import { keywordsOf } from './keywords.ts'
import { nameOf } from './name.ts'
import type { Page } from './pages/page-parts.ts'
import { readPage } from './pages/page-reader.ts'
import { pathOf, readWebsite, type Website } from './pages/statements.ts'
import { painsOf } from './pains.ts'
import type { WebsiteProfile } from './profile.ts'
import { summaryOf } from './summary.ts'

/** A page with less text than this is most likely filled by JavaScript. */
const littleChars = 300

/**
 * Describes a product from the pages of its website, starting with the first. Each proposal names its page and the part
 * of it. Never throws: pages that say nothing yield a profile without proposals.
 */
export function profileFromPages(pages: readonly Page[]): WebsiteProfile {
  const website = readWebsite(pages.map(readPage))
  const name = nameOf(website)
  const summary = summaryOf(website)
  const audience = audienceOf(website)
  const pains = painsOf(website)
  const keywords = keywordsOf(website, { name: name?.text ?? '', audience, pains })
  const competitors = competitorsOf(website, name?.text ?? '')
  const communities = communitiesOf(website, {
    name: name?.text ?? '',
    website: null,
    summary: [summary, ...audience].map((proposal) => proposal?.text ?? '').join(' '),
    keywords: keywords.map(({ text }) => text),
    competitors: [],
  })
  return {
    website: pages[0]?.url ?? '',
    ...{ name, summary, audience, pains, keywords, competitors, communities },
    facts: factsOf(website, name?.text ?? ''),
    language: website.pages[0]?.language ?? null,
    read: readingOf(website),
    pages: pages.map(({ url }) => pathOf(url)),
    madeBy: 'page',
  }
}

function readingOf({ statements }: Website): WebsiteProfile['read'] {
  const visible = statements.filter(({ origin }) => origin !== 'title' && origin !== 'noscript')
  const inBody = visible.filter(({ origin }) => ['heading', 'text', 'list', 'quote'].includes(origin))
  const chars = inBody.reduce((sum, { text }) => sum + text.length, 0)
  if (chars >= littleChars) return 'enough'
  return statements.length === 0 ? 'nothing' : 'little'
}
