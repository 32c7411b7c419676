import { ComparisonTable } from './comparison-table.tsx'
import { Section } from './section.tsx'

/** The day on which the sources of the pages under /alternative were read, which say where. */
const checked = { day: '2026-11-20', text: 'November 20, 2026' }

const others = [
  { name: 'F5Bot', path: '/alternative/f5bot' },
  { name: 'Syften', path: '/alternative/syften' },
  { name: 'Octolens', path: '/alternative/octolens' },
]

/** What each documents of itself: rows of Earshot, F5Bot, Syften, Octolens. */
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
      'A score in four parts, each point with its words',
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
export function Comparison() {
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
        Read on <time dateTime={checked.day}>{checked.text}</time> in the documentation of each. Sources and more on{' '}
        <a href="/alternatives" className="text-accent-ink underline underline-offset-4">
          the pages of the alternatives
        </a>
        .
      </p>
    </Section>
  )
}
