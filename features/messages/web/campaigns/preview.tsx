import { useQuery } from '@tanstack/react-query'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { count } from '#platform/web/text/units.ts'
import type { Campaign, CampaignPreview } from '../../contract-campaigns.ts'
import { leftOutTexts } from './labels.ts'
import { previewQuery } from './queries.ts'

/** What ten people of the audience would get, and who is left out. */
export function Preview({ campaign: { id } }: { campaign: Campaign }) {
  const query = useQuery(previewQuery(id))
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-4">
      <header>
        <h2 className="font-semibold text-lg">Preview</h2>
        {query.data && <p className="mt-1 text-pretty text-muted">{audienceText(query.data)}</p>}
      </header>
      {hasFailed(query) && <FetchFailure query={query} title="Couldn't load the preview" />}
      {!query.data && !hasFailed(query) && <p role="status" aria-label="Loading" className="h-40" />}
      {query.data && <LeftOut preview={query.data} />}
      <ul aria-label="Samples" className="flex flex-col gap-3">
        {query.data?.samples.map((sample) => (
          <Sample key={sample.person} sample={sample} />
        ))}
      </ul>
    </section>
  )
}

function audienceText({ people, faults, samples }: CampaignPreview): string {
  if (people === 0) return 'Nobody is in the audience yet.'
  const all = people === 1 ? '1 person is in the audience' : `${count(people)} people are in the audience`
  const shown = samples.length < people ? `, ${samples.length} of them below` : ''
  const unknown = faults === 0 ? '' : ` ${count(faults)} would be skipped because a variable is unknown.`
  return `${all}${shown}.${unknown}`
}

function LeftOut({ preview }: { preview: CampaignPreview }) {
  const texts = leftOutTexts(preview)
  if (texts.length === 0) return null
  return (
    <div className="rounded-lg border border-line bg-sunken px-3 py-2.5 text-muted text-sm">
      <p className="font-medium">Left out</p>
      <ul className="mt-1">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}

function Sample({ sample: { handle, texts } }: { sample: CampaignPreview['samples'][number] }) {
  return (
    <li className="rounded-xl border border-line bg-raised px-4 py-3">
      <h3 className="wrap-anywhere font-medium text-sm">u/{handle}</h3>
      <ol className="mt-2 flex flex-col gap-2">
        {texts.map(({ text, fault }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message is identified by its position alone
          <li key={at} className="text-sm">
            {texts.length > 1 && <p className="text-muted text-xs">Message {at + 1}</p>}
            {text === null ? (
              <p className="text-danger">{fault}</p>
            ) : (
              <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
                {text}
              </p>
            )}
          </li>
        ))}
      </ol>
    </li>
  )
}
