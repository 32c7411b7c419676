import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { placeName } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { messageOf } from '#platform/web/api/call-error.ts'
import { useSettled } from '#platform/web/api/use-settled.ts'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import type { AlertPreview } from '../../contract.ts'
import { call } from '../api.ts'
import { previewText } from './preview-text.ts'
import type { RuleForm } from './use-rule-form.ts'

const settledMs = 500

interface RulePreviewProps {
  project: CurrentProject
  form: RuleForm
  /** The saved rule that the form changes. */
  ruleId: string | null
}

/** What the rule would have sent in the last week, loaded when typing pauses. */
export function RulePreview({ project, form, ruleId }: RulePreviewProps) {
  const { kind, query, threshold, label, fresh, restOnly, keywords, rhythm, timeOfDay } = form.saved
  const isFaulty = form.faults.query !== undefined || form.faults.timeOfDay !== undefined
  const conditions = { kind, query, threshold, label, fresh, restOnly, keywords, rhythm, timeOfDay }
  const wanted = useSettled(
    isFaulty ? '' : JSON.stringify({ ...conditions, ...(ruleId !== null && { rule: ruleId }) }),
    settledMs,
  )
  const answer = useQuery({
    queryKey: ['alert-preview', project.id, wanted],
    queryFn: async ({ signal }) =>
      (await call('alertPreviewCreate', { id: project.id, body: { data: JSON.parse(wanted) }, signal })).data,
    placeholderData: keepPreviousData,
    enabled: wanted !== '',
    retry: false,
    staleTime: 60_000,
    gcTime: 0,
  })
  const { data, error } = answer
  return (
    <section aria-label="Preview" aria-busy={answer.isFetching} className="rounded-xl border border-line p-4">
      <h3 className="font-semibold">Preview</h3>
      {error ? (
        <p role="alert" className="mt-1 flex flex-wrap items-center gap-2 text-danger text-sm">
          {messageOf(error)}
          <Button size="small" onClick={() => void answer.refetch()}>
            Try again
          </Button>
        </p>
      ) : data ? (
        <>
          <p aria-live="polite" className="mt-1 text-sm">
            {previewText(data, rhythm)}
          </p>
          {data.finds.length > 0 && <Finds finds={data.finds} />}
        </>
      ) : (
        <Skeleton className="mt-3 h-16 w-full" />
      )}
    </section>
  )
}

function Finds({ finds }: { finds: AlertPreview['finds'] }) {
  return (
    <ul aria-label="What it would have sent" className="mt-3 flex flex-col gap-3 text-sm">
      {finds.map(({ id, sentence, title, score, subreddit, permalink, postedAt }) => (
        <li key={id} className="flex gap-3 border-line border-t pt-3">
          {score !== null && (
            <p className="tabular w-9 shrink-0 font-semibold">
              <span className="sr-only">Chance </span>
              {Math.round(score)}%
            </p>
          )}
          <div className="min-w-0">
            <a
              href={postUrl(permalink)}
              target="_blank"
              rel="noopener noreferrer"
              className="wrap-anywhere line-clamp-2 font-medium hover:underline"
            >
              {sentence?.text || title || 'Comment'}
            </a>
            <p className="mt-0.5 flex gap-2 text-muted text-xs">
              <span className="truncate font-medium text-ink">{placeName(subreddit)}</span>
              <time dateTime={postedAt ?? undefined} title={postedAt ? exactTime(postedAt) : undefined}>
                {ageText(postedAt, Date.now())}
              </time>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
