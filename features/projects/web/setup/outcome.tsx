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

/** A website being read, or what was read of it. */
export function Outcome({ reading, onStop }: OutcomeProps) {
  if (reading.state === 'read') return <Findings profile={reading.profile} undo={reading.undo} />
  return (
    <div className="flex items-start gap-4">
      <div className="min-w-0 flex-1">
        <Progress
          label={`Reading ${reading.website}`}
          value={null}
          noun="pages"
          text="The page itself, and what it links to about features and prices. It takes a few seconds."
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
  /** Null once it is done. */
  undo: (() => void) | null
}

/** What was read of a website, in one line, and on request where each proposal comes from. */
function Findings({ profile, undo }: FindingsProps) {
  const { read, pages } = profile
  const isRich = read === 'enough'
  return (
    <div className="rounded-xl border border-line bg-sunken px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex min-w-0 flex-1 basis-60 gap-2">
          <Icon name={isRich ? 'success' : 'warning'} className={isRich ? 'mt-0.5 text-good' : 'mt-0.5 text-warn'} />
          <span className="wrap-anywhere">
            {undo ? outcome[read](hostOf(profile), pages.length) : 'The form is as it was before.'}
            {undo && read !== 'nothing' && <span className="mt-1 block text-muted">{makers[profile.madeBy]}</span>}
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
  enough: (host, pages) => `Filled in from ${pages === 1 ? 'one page' : `${pages} pages`} of ${host}.`,
  little: (host) =>
    `Little could be read on ${host}: most of it may only show in a browser. Please complete what follows.`,
  nothing: (host) => `Nothing could be read on ${host}. Please fill the form in yourself.`,
}

const makers: Record<WebsiteProfile['madeBy'], string> = {
  page: 'Found by rules, without a model.',
  model: 'Put into words by the chat model, as far as your pages say the same.',
}

function Origins({ profile }: { profile: WebsiteProfile }) {
  const { name, summary, audience, pains, keywords, competitors, communities } = profile
  const groups: [string, readonly (Proposal | null)[]][] = [
    ['Name', [name]],
    ['Description', [summary]],
    ['For whom', audience],
    ['Problems', pains],
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
      <summary className="-ml-1 w-fit cursor-pointer rounded px-1 py-1 text-muted hover:text-ink">
        Where this comes from
      </summary>
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
  siteName: 'the name that the page gives itself',
  structuredData: 'what the page says for search engines',
  title: 'the title',
  description: 'the description',
  heading: 'a heading',
  text: 'the text',
  list: 'a list',
  quote: 'what a customer says',
  keywords: 'the page’s own keywords',
  navigation: 'the menu',
  link: 'a link',
  address: 'the address',
  noscript: 'what shows without scripts',
  category: 'known in this field, not from your website',
  community: 'its name is close to your words',
  model: 'in the words of the model',
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
