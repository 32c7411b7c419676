import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import type { TransferPreview } from '../contract.ts'
import { call } from './api.ts'
import { transferTexts } from './transfer-texts.ts'

/** What a transfer of an agency's client project would change, or why it can't be transferred. */
export function TransferEffect({ memberId }: { memberId: string }) {
  const query = useQuery({
    queryKey: ['transfer-preview', memberId],
    gcTime: 0,
    queryFn: async ({ signal }): Promise<TransferPreview> =>
      (await call('transferPreviewFind', { id: memberId, signal })).data,
  })
  if (hasFailed(query)) return <FetchFailure query={query} title="Couldn't load what will change" />
  if (!query.data) {
    return (
      <div role="status" aria-label="Loading">
        <Skeleton className="h-5 w-full" />
      </div>
    )
  }
  const texts = transferTexts(query.data)
  if (texts.length === 0) return null
  return (
    <ul aria-label="What changes" className="flex list-disc flex-col gap-1.5 pl-5 text-pretty">
      {texts.map(({ text, isWarning }) => (
        <li key={text} className={isWarning ? 'text-warn' : undefined}>
          {text}
        </li>
      ))}
    </ul>
  )
}
