import { More } from '#platform/ui/more.tsx'
import type { Mention } from '../../contract.ts'
import { Row } from './row.tsx'

interface ListProps {
  mentions: readonly Mention[]
  selectedId: string | null
  /** Whether the mentions are from the sandbox. */
  isSample: boolean
  hrefOf: (id: string) => string
  isChosen: (id: string) => boolean
  /** Null: the user may not decide. */
  onChoose: ((id: string, range: boolean) => void) | null
  onOpen: (id: string) => void
  now: number
  more: boolean
  /** Whether fetching the next page failed; it is retried only by hand. */
  failed: boolean
  loadingMore: boolean
  onMore: () => void
}

export function List({ mentions, selectedId, hrefOf, isChosen, more, failed, loadingMore, onMore, ...row }: ListProps) {
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
              chosen={isChosen(mention.id)}
              {...row}
            />
          ))}
        </ul>
      )}
      {more && <More loading={loadingMore} failed={failed} onMore={onMore} />}
    </>
  )
}
