import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { messageOf } from '#platform/web/api/call-error.ts'
import { useSettled } from '#platform/web/api/use-settled.ts'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import { Marked } from '#platform/web/text/marked.tsx'
import type { SampleHit } from '../../contract.ts'
import { call } from '../api.ts'
import type { Filled } from './fill.ts'
import { previewText } from './preview-text.ts'

interface Wanted extends Pick<Filled, 'summary' | 'keywords' | 'competitors'> {
  website: string | null
}

/** Waits for a pause in typing before it requests a preview, in ms. */
const settledMs = 800

/** Shows what the project would find among stored posts, before it is created. */
export function Preview({ wanted }: { wanted: Wanted }) {
  const settled = useSettled(JSON.stringify(wanted), settledMs)
  const data = JSON.parse(settled) as Wanted
  const query = useQuery({
    queryKey: ['preview', settled],
    queryFn: async ({ signal }) => (await call('previewsCreate', { body: { data }, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { data: preview, error } = query
  return (
    <section aria-labelledby="preview" className="rounded-xl border border-line p-4 sm:p-5">
      <h2 id="preview" className="font-semibold">
        Preview
      </h2>
      <div aria-live="polite" className="mt-1 text-muted text-sm">
        {error ? (
          <p className="flex flex-wrap items-center gap-2">
            {messageOf(error)}
            <Button size="small" onClick={() => void query.refetch()}>
              Try again
            </Button>
          </p>
        ) : preview ? (
          <p>{previewText(preview)}</p>
        ) : (
          <p>Searching stored posts…</p>
        )}
      </div>
      {!preview && !error && <Skeleton className="mt-4 h-20 w-full" />}
      {preview && !error && preview.examples.length > 0 && (
        <ul className="mt-4 flex flex-col gap-4">
          {preview.examples.map((hit) => (
            <Example key={hit.permalink} hit={hit} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Example({ hit }: { hit: SampleHit }) {
  const { isLead, title, titleMarks, snippet, subreddit, kind, postedAt } = hit
  return (
    <li className="border-line border-t pt-4 text-sm">
      {title !== '' && (
        <p className="wrap-anywhere line-clamp-2 font-medium text-base leading-snug">
          <Marked text={title} marks={titleMarks} />
        </p>
      )}
      {snippet.text !== '' && (
        <p className="wrap-anywhere mt-1 line-clamp-3 text-muted">
          <Marked text={snippet.text} marks={snippet.marks} />
        </p>
      )}
      <p className="mt-1.5 flex items-center gap-2 text-muted text-xs">
        <span className="truncate font-medium text-ink">r/{subreddit}</span>
        {!isLead && <Badge>Close match</Badge>}
        {kind === 'comment' && <span>comment</span>}
        <time dateTime={postedAt ?? undefined} title={postedAt ? exactTime(postedAt) : undefined} className="tabular">
          {ageText(postedAt, Date.now())}
        </time>
      </p>
    </li>
  )
}
