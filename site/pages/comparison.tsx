import { Fragment } from 'react'
import type { Alternative } from '../content.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { longDate } from './dates.ts'
import { Section } from './section.tsx'

/** The products in the comparison, by the paths of their pages. */
const compared = ['/alternative/f5bot', '/alternative/syften', '/alternative/octolens']

/** The rows of the table, from the sources of the products' pages: cells for Earshot, F5Bot, Syften, Octolens. */
const rows: { what: string; cells: [string, string, string, string] }[] = [
  {
    what: 'Sources',
    cells: [
      'Reddit and Hacker News',
      'Reddit, Hacker News, and Lobsters',
      'Many communities, including Reddit',
      'Reddit, X, GitHub, and more',
    ],
  },
  {
    what: 'Queries',
    cells: [
      'AND, OR, NOT, NEAR, quotes, and fields',
      'Exact phrases',
      "The most powerful filter language we've seen",
      'Keywords, plus filters with AND and OR',
    ],
  },
  {
    what: 'Relevance',
    cells: [
      'The chance that a post is a lead, with the reasons for it',
      'None: every match counts the same',
      'No score, but a filter in plain language',
      'A relevance label',
    ],
  },
  {
    what: 'Alerts',
    cells: [
      'A live list, email, browser notifications, RSS and JSON feeds, and webhook',
      'Email, JSON feed, and webhook',
      'Email, Slack, RSS, API, and webhook',
      'Email, Slack, and webhook',
    ],
  },
]

/** A comparison of Earshot with three products, including their advantages. */
export function Comparison({ alternatives }: { alternatives: Alternative[] }) {
  const others = compared.map((path) => pageAt(path, alternatives))
  const days = [...new Set(others.map(({ checked }) => checked))].sort()
  return (
    <Section
      id="comparison"
      title="An honest comparison"
      intro="If you want an alert every time a word is used, choose another tool: they cover more sites. Earshot is for finding the ten posts a day that deserve a reply."
    >
      <div className="mt-10">
        <ComparisonTable products={[{ name: 'Earshot', ours: true }, ...others]} rows={rows} />
      </div>
      <p className="mt-4 text-muted text-sm">
        Based on the sources listed on{' '}
        <a href="/alternatives" className="text-accent-ink underline underline-offset-4">
          each alternative's page
        </a>
        , as of{' '}
        {days.map((day, index) => (
          <Fragment key={day}>
            {index > 0 && ', '}
            {index > 0 && index === days.length - 1 && 'and '}
            <time dateTime={day}>{longDate(day)}</time>
          </Fragment>
        ))}
        .
      </p>
    </Section>
  )
}

/** Returns the page of a product. Throws if it is missing, because the columns would get the wrong names. */
function pageAt(path: string, alternatives: Alternative[]): Alternative {
  const page = alternatives.find((each) => each.path === path)
  if (!page) throw new Error(`Missing comparison page ${path}`)
  return page
}
