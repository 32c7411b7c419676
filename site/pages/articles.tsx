import type { ReactNode } from 'react'
import { layoutOf } from '#engine/rules/paths.ts'
import { buttonClasses } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Wordmark } from '#platform/ui/signal.tsx'
import type { Guide, Legal, MarketingGuide } from '../content.ts'
import type { Pictures } from '../pictures.ts'
import { titleOf } from '../title.ts'
import { longDate } from './dates.ts'
import { headingsOf, Prose } from './markdown.tsx'

/** The head of a text: its section, its heading, and a line below. */
export function ArticleHead({
  part,
  heading,
  below,
  wide = false,
}: {
  part?: ReactNode
  heading: string
  below?: ReactNode
  /** As wide as the header of the page. */
  wide?: boolean
}) {
  return (
    <header className={classes('mx-auto px-6 pt-12 pb-10', wide ? 'max-w-6xl' : 'max-w-2xl')}>
      {part && <p className="mb-4 font-medium text-accent-ink">{part}</p>}
      <h1 className="text-balance font-semibold text-[clamp(2rem,5vw,2.75rem)] leading-[1.1] tracking-[-0.025em]">
        {heading}
      </h1>
      {below && <div className="mt-4 max-w-2xl text-pretty text-lg text-muted">{below}</div>}
    </header>
  )
}

/** The call to action below a text, as wide as the text. */
export function Invitation({ wide = false }: { wide?: boolean }) {
  return (
    <aside className={classes('mx-auto mt-16 px-6', wide ? 'max-w-6xl' : 'max-w-2xl')} aria-label="Try Earshot">
      <div className="flex flex-wrap items-center justify-between gap-6 rounded-2xl border border-line bg-sunken p-8">
        <p className="max-w-sm text-pretty text-lg">
          <strong className="block font-semibold">Find people on Reddit who need your product.</strong>
          <span className="text-muted">Enter your website's address. Your first leads arrive in minutes.</span>
        </p>
        <a href="/auth/signup" className={buttonClasses({ look: 'brand', size: 'large' })}>
          Start listening
        </a>
      </div>
    </aside>
  )
}

/** The guide that the exit-intent modal promises. A notice greets visitors who come from there (DECISIONS 23). */
export function MarketingGuidePage({ guide, pictures }: { guide: MarketingGuide; pictures: Pictures }) {
  const headings = headingsOf(guide.body)
  return (
    <>
      <ArticleHead part="Free guide" heading={guide.heading ?? titleOf(guide.path)} below={guide.description} />
      <div className="mx-auto max-w-2xl px-6">
        <nav aria-label="In this guide" className="mb-10 rounded-2xl border border-line bg-sunken px-6 py-5">
          <p className="font-semibold">In this guide</p>
          <ol className="mt-2 gap-x-8 sm:columns-2">
            {headings.map(({ anchor, text }, index) => (
              <li key={anchor} className="flex break-inside-avoid gap-3">
                <span className="tabular w-4 py-1 text-right text-faint" aria-hidden="true">
                  {index + 1}
                </span>
                <a href={`#${anchor}`} className="py-1 text-muted hover:text-ink hover:underline">
                  {text}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <Prose pictures={pictures}>{guide.body}</Prose>
      </div>
      <Invitation />
    </>
  )
}

/** A page of the user guide, with links to the previous and next page. */
export function GuidePage({ guide, guides, pictures }: { guide: Guide; guides: Guide[]; pictures: Pictures }) {
  const at = guides.indexOf(guide)
  const around = [
    { where: 'Previous', other: guides[at - 1] },
    { where: 'Next', other: guides[at + 1] },
  ].flatMap(({ where, other }) => (other ? [{ where, other }] : []))
  return (
    <>
      <ArticleHead part="Guide" heading={guide.heading ?? guide.title} below={guide.description} />
      <div className="mx-auto max-w-2xl px-6">
        <Prose pictures={pictures}>{guide.body}</Prose>
        <nav aria-label="The guide" className="mt-10 flex flex-wrap gap-x-8 gap-y-2 border-line border-t pt-6 text-lg">
          {around.map(({ where, other }) => (
            <p key={where}>
              {where}:{' '}
              <a href={other.path} className="font-medium text-accent-ink underline underline-offset-4">
                {other.heading ?? other.title}
              </a>
            </p>
          ))}
        </nav>
      </div>
      <Invitation />
    </>
  )
}

/** A legal text. In the blank layout it has only a link home. */
export function LegalPage({ text, pictures }: { text: Legal; pictures: Pictures }) {
  const page = (
    <>
      <ArticleHead
        heading={text.heading ?? text.title ?? titleOf(text.path)}
        below={`Last updated ${longDate(text.updated)}`}
      />
      <div className="mx-auto max-w-2xl px-6 pb-16">
        <Prose pictures={pictures}>{text.body}</Prose>
      </div>
    </>
  )
  if (layoutOf(text.path) !== 'blank') return page
  return (
    <main className="min-h-dvh">
      <p className="mx-auto max-w-2xl px-6 pt-10">
        <a href="/" aria-label="Earshot, home" className="inline-flex rounded-md text-lg">
          <Wordmark />
        </a>
      </p>
      {page}
    </main>
  )
}
