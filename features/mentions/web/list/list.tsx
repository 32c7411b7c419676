import { More } from '#platform/ui/more.tsx'
import type { Mention } from '../../contract.ts'
import { Row } from './row.tsx'

interface ListProps {
  mentions: readonly Mention[]
  selectedId: string | null
  /** Whether the mentions are from the sandbox. */
  isSample: boolean
  hrefOf: (id: string) => string
  onOpen: (id: string) => void
  now: number
  more: boolean
  /** Whether fetching the next page failed; it is retried only by hand. */
  failed: boolean
  loadingMore: boolean
  onMore: () => void
}

export function List({ mentions, selectedId, hrefOf, more, failed, loadingMore, onMore, ...row }: ListProps) {
  return (
    <>
      {mentions.length > 0 && (
        <ul aria-label="Mentions">
          {mentions.map((mention) => (
            <Row
              key={mention.id}
              mention={mention}
              href={hrefOf(mention.id)}
              selected={mention.id === selectedId}
              {...row}
            />
          ))}
        </ul>
      )}
      {more && <More loading={loadingMore} failed={failed} onMore={onMore} />}
    </>
  )
}
