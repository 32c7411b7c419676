import { placeName } from '#engine/places/places.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { messageOf } from '#platform/web/api/call-error.ts'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import { Marked } from '#platform/web/text/marked.tsx'
import type { SampleHit } from '../../contract.ts'
import { previewText } from './preview-text.ts'
import type { PreviewQuery } from './use-preview.ts'

/** Shows what the project would find among stored posts, before it is created. */
export function Preview({ query }: { query: PreviewQuery }) {
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
  const { isLead, score, reason, title, titleMarks, snippet, subreddit, kind, postedAt } = hit
  return (
    <li className="flex gap-3 border-line border-t pt-4 text-sm">
      <p className="tabular w-9 shrink-0 font-semibold text-base leading-snug">
        <span className="sr-only">Chance </span>
        {Math.round(score)}%
      </p>
      <div className="min-w-0 flex-1">
        {title !== '' && (
          <p className="wrap-anywhere line-clamp-2 font-medium text-base leading-snug">
            <Marked text={title} marks={titleMarks} />
          </p>
        )}
        {snippet.text !== '' && (
          <p className="wrap-anywhere mt-1 line-clamp-2 text-muted">
            <Marked text={snippet.text} marks={snippet.marks} />
          </p>
        )}
        {reason && <p className="mt-1.5 truncate">{reason}</p>}
        <p className="mt-1 flex items-center gap-2 text-muted text-xs">
          <span className="truncate font-medium text-ink">{placeName(subreddit)}</span>
          {!isLead && <Badge>Close match</Badge>}
          {kind === 'comment' && <span>comment</span>}
          <time dateTime={postedAt ?? undefined} title={postedAt ? exactTime(postedAt) : undefined} className="tabular">
            {ageText(postedAt, Date.now())}
          </time>
        </p>
      </div>
    </li>
  )
}
