import type { Origin, Proposal, WebsiteProfile } from '#engine/website/profile.ts'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import { isOnPage } from './fill.ts'
import type { Reading } from './use-website.ts'

interface OutcomeProps {
  reading: Extract<Reading, { state: 'reading' | 'read' }>
  onStop: () => void
}

/** Shows the progress of reading a website, or its result. */
export function Outcome({ reading, onStop }: OutcomeProps) {
  if (reading.state === 'read') return <Findings profile={reading.profile} undo={reading.undo} />
  return (
    <div className="flex items-start gap-4">
      <div className="min-w-0 flex-1">
        <Progress
          label={`Reading ${reading.website}`}
          value={null}
          noun="pages"
          text="Checking your home page, features, and pricing. This takes a few seconds."
        />
      </div>
      <Button look="ghost" size="small" onClick={onStop}>
        Stop
      </Button>
    </div>
  )
}

interface FindingsProps {
  profile: WebsiteProfile
  /** Null after the undo. */
  undo: (() => void) | null
}

/** Summarizes the result in one line, and shows the origin of each proposal on request. */
function Findings({ profile, undo }: FindingsProps) {
  const { read, pages } = profile
  const isRich = read === 'enough'
  return (
    <div className="rounded-xl border border-line bg-sunken px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex min-w-0 flex-1 basis-60 gap-2">
          <Icon name={isRich ? 'success' : 'warning'} className={isRich ? 'mt-0.5 text-good' : 'mt-0.5 text-warn'} />
          <span className="wrap-anywhere">
            {undo ? outcome[read](hostOf(profile), pages.length) : 'Changes undone.'}
            {undo && read !== 'nothing' && profile.madeBy === 'model' && (
              <span className="mt-1 block text-muted">Written by the chat model from the text on your pages.</span>
            )}
          </span>
        </p>
        {undo && read !== 'nothing' && (
          <Button size="small" onClick={undo}>
            <Icon name="undo" className="size-3.5" /> Undo
          </Button>
        )}
      </div>
      {undo && <Origins profile={profile} />}
    </div>
  )
}

const outcome: Record<WebsiteProfile['read'], (host: string, pages: number) => string> = {
  enough: (host, pages) => `Filled in from ${pages === 1 ? '1 page' : `${pages} pages`} on ${host}.`,
  little: (host) => `We found only a little text on ${host}. Complete the rest yourself.`,
  nothing: (host) => `We found no text on ${host}. Fill in the form yourself.`,
}

function Origins({ profile }: { profile: WebsiteProfile }) {
  const { name, summary, audience, pains, keywords, competitors, communities } = profile
  const groups: [string, readonly (Proposal | null)[]][] = [
    ['Name', [name]],
    ['Description', [summary]],
    ['Audience', audience],
    ['Pain points', pains],
    ['Keywords', keywords],
    ['Competitors', competitors.filter(isOnPage)],
    ['Communities', communities],
  ]
  const found = groups
    .map(([title, proposals]) => ({ title, proposals: proposals.filter((proposal) => proposal !== null) }))
    .filter(({ proposals }) => proposals.length > 0)
  if (found.length === 0) return null
  return (
    <details className="mt-2">
      <summary className="-ml-1 w-fit cursor-pointer rounded px-1 py-1 text-muted hover:text-ink">View sources</summary>
      <dl className="mt-2 grid gap-x-4 gap-y-3 sm:grid-cols-[7rem_1fr]">
        {found.map(({ title, proposals }) => (
          <div key={title} className="contents">
            <dt className="font-medium">{title}</dt>
            <dd className="max-sm:-mt-2">
              <ul className="flex flex-col gap-1">
                {proposals.map((proposal) => (
                  <li key={proposal.text} className="wrap-anywhere">
                    {title === 'Communities' ? `r/${proposal.text}` : shortened(proposal.text)}{' '}
                    <span className="text-muted">· {originText(proposal)}</span>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const originTexts: Record<Origin, string> = {
  siteName: 'site name',
  structuredData: 'structured data',
  title: 'page title',
  description: 'meta description',
  heading: 'heading',
  text: 'page text',
  list: 'list',
  quote: 'customer quote',
  keywords: 'meta keywords',
  navigation: 'navigation',
  link: 'link',
  address: 'web address',
  noscript: 'text shown without JavaScript',
  category: 'known in this field, not from your website',
  community: 'name similar to your keywords',
  model: 'written by the chat model',
}

function originText({ origin, page }: Proposal): string {
  return page === null || page === '/' ? originTexts[origin] : `${originTexts[origin]} on ${page}`
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed().trimEnd()}…` : text
}

function hostOf({ website }: WebsiteProfile): string {
  return URL.parse(website)?.host ?? website
}
