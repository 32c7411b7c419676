import type { TileChange } from '#engine/insights/board-changes.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Badge } from '#platform/ui/badge.tsx'
import type { Day } from '#platform/ui/charts/days.ts'
import type { Board } from '../../contract-boards.ts'
import { AnyTile } from '../board/tiles.tsx'
import type { Scope } from '../queries.ts'
import { BoardChips } from './board-chips.tsx'

export interface CopyProps {
  project: CurrentProject
  today: Day
  scope: Scope
  boards: readonly Board[]
  /** How charts differ between both copies, by ID. */
  changes: ReadonlyMap<string, TileChange>
  /** The board that both copies show; null: the first. */
  boardId: string | null
  onBoard: (id: string) => void
}

/** The boards that everyone sees. */
export function PublishedBoards({ project, today, scope, boards, changes, boardId, onBoard }: CopyProps) {
  const board = boards.find(({ id }) => id === boardId) ?? (boardId === null ? boards[0] : undefined)
  return (
    <div className="flex flex-col gap-4">
      <BoardChips label="Published boards" boards={boards} shown={board?.id} onBoard={onBoard} />
      {board ? (
        board.tiles.map((tile) => (
          <AnyTile
            key={tile.id}
            {...{ project, tile, today, scope }}
            controls={changes.get(tile.id) === 'removed' ? <Badge look="danger">Removed</Badge> : <span />}
          />
        ))
      ) : (
        <p className="py-10 text-center text-muted">This board isn't published yet.</p>
      )}
    </div>
  )
}
