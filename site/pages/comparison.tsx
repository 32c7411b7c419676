import { Fragment } from 'react'
import type { Alternative } from '../content.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { longDate } from './dates.ts'
import { Section } from './section.tsx'

/** Beside whom Earshot is shown, by their pages. */
const compared = ['/alternative/f5bot', '/alternative/syften', '/alternative/octolens']

/** What the sources of their pages say of each: rows of Earshot, F5Bot, Syften, Octolens. */
const rows: { what: string; cells: [string, string, string, string] }[] = [
  {
    what: 'Where it listens',
    cells: [
      'Reddit',
      'Reddit, Hacker News, Lobsters',
      'Many communities, Reddit among them',
      'Reddit, X, GitHub and more',
    ],
  },
  {
    what: 'How you ask',
    cells: [
      'AND, OR, NOT, NEAR, quotes, fields',
      'Exact phrases',
      'A rich filter language, the best we have seen',
      'Keywords, and filters with AND and OR',
    ],
  },
  {
    what: 'How good a hit is',
    cells: [
      'A score in four parts, each point with its reason',
      'Keyword only',
      'No score; a filter in plain language',
      'A relevance label',
    ],
  },
  {
    what: 'Where it tells you',
    cells: [
      'On the screen, best first, live',
      'E-mail, JSON feed, webhook',
      'E-mail, Slack, RSS, API, webhook',
      'E-mail, Slack, webhook',
    ],
  },
]

/** Earshot beside three others, with what they do better left in. */
export function Comparison({ alternatives }: { alternatives: Alternative[] }) {
  const others = compared.map((path) => pageAt(path, alternatives))
  const days = [...new Set(others.map(({ checked }) => checked))].sort()
  return (
    <Section
      id="comparison"
      title="An honest comparison"
      intro="If you want an alert wherever a word falls, the others are better: they listen in more places and tell you in more ways. Earshot is for reading the ten posts of a day that are worth an answer."
    >
      <div className="mt-10">
        <ComparisonTable products={[{ name: 'Earshot', ours: true }, ...others]} rows={rows} />
      </div>
      <p className="mt-4 text-muted text-sm">
        Read on{' '}
        {days.map((day, index) => (
          <Fragment key={day}>
            {index > 0 && (index === days.length - 1 ? ' and ' : ', ')}
            <time dateTime={day}>{longDate(day)}</time>
          </Fragment>
        ))}{' '}
        in the sources that{' '}
        <a href="/alternatives" className="text-accent-ink underline underline-offset-4">
          the pages of the alternatives
        </a>{' '}
        name.
      </p>
    </Section>
  )
}

/** Throws where there is none: the columns would stand below the wrong names. */
function pageAt(path: string, alternatives: Alternative[]): Alternative {
  const page = alternatives.find((each) => each.path === path)
  if (!page) throw new Error(`There is no page ${path} to compare Earshot with`)
  return page
}
