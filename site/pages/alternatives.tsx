import type { Alternative } from '../content.ts'
import type { Pictures } from '../pictures.ts'
import { ArticleHead, Invitation } from './articles.tsx'
import { ComparisonTable } from './comparison-table.tsx'
import { longDate } from './dates.ts'
import { Prose, TextLink } from './markdown.tsx'

/** The list of alternatives to Earshot. */
export function Alternatives({ alternatives }: { alternatives: Alternative[] }) {
  return (
    <>
      <ArticleHead
        wide
        heading="Earshot alternatives"
        below="Several good products do what Earshot does, or part of it. Each page lists what the product's documentation says, when it's the better choice, and when we think Earshot is."
      />
      <ul className="mx-auto grid max-w-6xl gap-6 px-6 sm:grid-cols-2 lg:grid-cols-3">
        {alternatives.map(({ path, name, summary, better }) => (
          <li
            key={path}
            className="relative flex flex-col rounded-2xl border border-line bg-raised p-7 transition-colors hover:bg-sunken"
          >
            <h2 className="font-semibold text-xl">
              <a href={path} className="after:absolute after:inset-0 after:rounded-2xl">
                {name}
              </a>
            </h2>
            <p className="mt-2 flex-1 text-pretty text-muted">{summary}</p>
            <p className="mt-4 border-line border-t pt-4 text-sm">
              <span className="block font-medium">Where it's better</span>
              <span className="text-muted">{better[0]}</span>
            </p>
          </li>
        ))}
      </ul>
      <p className="mx-auto mt-10 max-w-6xl px-6 text-muted text-sm">
        Each page lists its sources and the day we read them. If something has changed since, the product's own site is
        right.
      </p>
      <Invitation wide />
    </>
  )
}

/** A comparison of Earshot with one product: its own statements, the date they were checked, and its advantages. */
export function AlternativePage({
  alternative,
  others,
  pictures,
}: {
  alternative: Alternative
  others: Alternative[]
  pictures: Pictures
}) {
  const { name, home, checked, heading, title, summary, better, rows, sources, body, path } = alternative
  return (
    <>
      <ArticleHead
        part={
          <a href="/alternatives" className="hover:underline">
            Alternatives
          </a>
        }
        heading={heading ?? title}
        below={`${name} ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`}
      />
      <div className="mx-auto max-w-2xl px-6">
        <ComparisonTable
          products={[{ name }, { name: 'Earshot', ours: true }]}
          rows={rows.map(({ what, theirs, ours }) => ({ what, cells: [theirs, ours] }))}
        />
        <p className="mt-4 text-muted text-sm">
          Our information about {name} is from <time dateTime={checked}>{longDate(checked)}</time>. We read{' '}
          {sources.map(({ name: source, url }, index) => (
            <span key={url}>
              {index > 0 && (index < sources.length - 1 ? ', ' : sources.length > 2 ? ', and ' : ' and ')}
              <span className="[&_a]:text-accent-ink [&_a]:underline [&_a]:underline-offset-4">
                <TextLink href={url}>{source}</TextLink>
              </span>
            </span>
          ))}
          . For changes since then, see{' '}
          <span className="[&_a]:text-accent-ink [&_a]:underline [&_a]:underline-offset-4">
            <TextLink href={home}>{name}'s own site</TextLink>
          </span>
          .
        </p>
      </div>
      <div className="mx-auto mt-12 max-w-2xl px-6">
        <section aria-labelledby="better">
          <h2 id="better" className="font-semibold text-2xl leading-8 tracking-tight">
            Where {name} is the better choice
          </h2>
          <ul className="mt-4 flex flex-col gap-3">
            {better.map((point) => (
              <li key={point} className="flex gap-3 text-lg">
                <span className="icon-[lucide--check] mt-1 size-5 shrink-0 text-good" aria-hidden="true" />
                {point}
              </li>
            ))}
          </ul>
        </section>
        <div className="mt-10">
          <Prose pictures={pictures}>{body}</Prose>
        </div>
      </div>
      <Invitation />
      <nav aria-label="Other alternatives" className="mx-auto mt-16 max-w-2xl px-6">
        <p className="font-semibold">More comparisons</p>
        <ul className="mt-2 flex flex-wrap gap-x-6">
          {others
            .filter((each) => each.path !== path)
            .map((each) => (
              <li key={each.path}>
                <a href={each.path} className="inline-block py-1.5 text-muted hover:text-ink hover:underline">
                  {each.name}
                </a>
              </li>
            ))}
        </ul>
      </nav>
    </>
  )
}
