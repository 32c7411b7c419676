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
    <section className="mx-auto mt-32 max-w-6xl px-6" aria-labelledby="comparison">
      <h2
        id="comparison"
        className="text-balance font-semibold text-[clamp(1.75rem,4vw,2.5rem)] leading-[1.12] tracking-[-0.025em]"
      >
        An honest comparison
      </h2>
      <p className="mt-4 max-w-2xl text-pretty text-lg text-muted">
        If you want an alert wherever a word falls, the others are better: they listen in more places and tell you in
        more ways. Earshot is for reading the ten posts of a day that are worth an answer.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be scrolled by keyboard too */}
      <section className="scroller mt-10 rounded-2xl border border-line" aria-label="Comparison" tabIndex={0}>
        <table className="w-full min-w-4xl text-left">
          <thead className="bg-sunken">
            <tr>
              <td className="px-5 py-4" />
              <th scope="col" className="px-5 py-4 font-semibold text-accent-ink">
                Earshot
              </th>
              {others.map(({ name, path }) => (
                <th key={path} scope="col" className="px-5 py-4 font-semibold">
                  <a href={path} className="underline decoration-line underline-offset-4 hover:decoration-current">
                    {name}
                  </a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ what, cells }) => (
              <tr key={what} className="border-line border-t">
                <th scope="row" className="w-40 px-5 py-4 align-top font-medium">
                  {what}
                </th>
                {cells.map((cell) => (
                  <td key={cell} className="px-5 py-4 align-top text-muted first-of-type:text-ink">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="mt-4 text-muted text-sm">
        Read on <time dateTime={checked.day}>{checked.text}</time> in the documentation of each. Sources and more on{' '}
        <a href="/alternatives" className="text-accent-ink underline underline-offset-4">
          the pages of the alternatives
        </a>
        .
      </p>
    </section>
  )
}
