import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { moved, withMovedTile } from '#engine/insights/board-changes.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import { loadPart } from '#platform/ui/parts.ts'
import type { Board, Tile } from '../../contract-boards.ts'
import { AnyTile } from '../board/tiles.tsx'
import { BoardChips } from './board-chips.tsx'
import { newId } from './new-id.ts'
import type { CopyProps } from './published-boards.tsx'
import { TileControls } from './tile-controls.tsx'
import type { Copies } from './use-working-copy.ts'

/** Loaded when they are opened. */
const TileDrawer = lazy(async () => ({ default: (await loadPart(() => import('./tile-drawer.tsx'))).TileDrawer }))
const NameDialog = lazy(async () => ({ default: (await loadPart(() => import('./name-dialog.tsx'))).NameDialog }))

const badges = { added: 'New', changed: 'Changed', moved: 'Moved' } as const

/** The most boards, and the most charts of one. */
const boardsMost = 20
const tilesMost = 24

/** The boards of the working copy, to be changed. */
export function WorkingBoards({
  project,
  today,
  scope,
  boards,
  changes,
  boardId,
  onBoard,
  copies,
}: CopyProps & { copies: Copies }) {
  const { change } = copies
  const board = boards.find(({ id }) => id === boardId) ?? boards[0]!
  const [editing, setEditing] = useState<Tile | 'new' | null>(null)
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null)
  const area = useRef<HTMLDivElement>(null)
  /** The buttons that get the focus after a change, best first. */
  const nextFocus = useRef<string[]>([])
  useLayoutEffect(() => {
    const selectors = nextFocus.current
    nextFocus.current = []
    const found = selectors.map((selector) => area.current?.querySelector<HTMLElement>(selector))
    found.find((element) => element)?.focus()
  })

  const put = (next: Board, title?: string) =>
    change(
      boards.map((each) => (each.id === next.id ? next : each)),
      title,
    )
  const move = ({ id }: Tile, by: 1 | -1) => {
    const buttons = `[data-tile="${id}"] [data-move`
    nextFocus.current = [`${buttons}="${by}"]:not(:disabled)`, `${buttons}]:not(:disabled)`]
    change(withMovedTile(boards, id, by))
  }
  const saveTile = (tile: Tile) => {
    const isKnown = board.tiles.some(({ id }) => id === tile.id)
    put({
      ...board,
      tiles: isKnown ? board.tiles.map((each) => (each.id === tile.id ? tile : each)) : [...board.tiles, tile],
    })
    setEditing(null)
  }
  const remove = (tile: Tile) => {
    const at = board.tiles.indexOf(tile)
    const neighbor = board.tiles[at + 1] ?? board.tiles[at - 1]
    nextFocus.current = [...(neighbor ? [`[data-tile="${neighbor.id}"] [data-remove]`] : []), '[data-add]']
    put({ ...board, tiles: board.tiles.filter(({ id }) => id !== tile.id) }, `Removed “${tile.title}”`)
  }
  const transfer = (tile: Tile, to: Board) =>
    change(
      boards.map((each) =>
        each.id === board.id
          ? { ...each, tiles: each.tiles.filter(({ id }) => id !== tile.id) }
          : each.id === to.id
            ? { ...each, tiles: [...each.tiles, tile] }
            : each,
      ),
      `Moved “${tile.title}” to ${to.name}`,
    )
  const saveName = (name: string) => {
    setNaming(null)
    if (naming === 'rename') return put({ ...board, name })
    const added = { id: newId(), name, tiles: [] }
    change([...boards, added])
    onBoard(added.id)
  }
  const at = boards.indexOf(board)
  return (
    <div ref={area} className="flex flex-col gap-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <BoardChips label="Boards of the working copy" boards={boards} shown={board.id} onBoard={onBoard} />
        </div>
        <Menu
          align="end"
          trigger={
            <Button look="ghost" size="icon" aria-label={`Board ${board.name}`}>
              <Icon name="more" />
            </Button>
          }
        >
          <MenuItem icon={<Icon name="edit" />} onClick={() => setNaming('rename')}>
            Rename board
          </MenuItem>
          <MenuItem icon={<Icon name="arrowUp" />} disabled={at === 0} onClick={() => change(moved(boards, at, -1))}>
            Move board forward
          </MenuItem>
          <MenuItem
            icon={<Icon name="arrowDown" />}
            disabled={at === boards.length - 1}
            onClick={() => change(moved(boards, at, 1))}
          >
            Move board back
          </MenuItem>
          <MenuItem
            icon={<Icon name="remove" />}
            disabled={boards.length === 1}
            {...(boards.length === 1 && { detail: 'The last board stays' })}
            onClick={() =>
              change(
                boards.filter(({ id }) => id !== board.id),
                `Deleted “${board.name}”`,
              )
            }
          >
            Delete board
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={<Icon name="add" />}
            disabled={boards.length >= boardsMost}
            {...(boards.length >= boardsMost && { detail: `At most ${boardsMost} boards` })}
            onClick={() => setNaming('new')}
          >
            Add board
          </MenuItem>
        </Menu>
      </div>
      {board.tiles.map((tile, index) => {
        const changed = changes.get(tile.id)
        return (
          <AnyTile
            key={tile.id}
            {...{ project, tile, today, scope }}
            controls={
              <TileControls
                title={tile.title}
                badge={changed && changed !== 'removed' && <Badge look="accent">{badges[changed]}</Badge>}
                isFirst={index === 0}
                isLast={index === board.tiles.length - 1}
                otherBoards={boards.filter(({ id, tiles }) => id !== board.id && tiles.length < tilesMost)}
                onMove={(by) => move(tile, by)}
                onEdit={() => setEditing(tile)}
                onRemove={() => remove(tile)}
                onTransfer={(to) => transfer(tile, to)}
              />
            }
          />
        )
      })}
      <Button
        data-add=""
        className="self-start"
        disabled={board.tiles.length >= tilesMost}
        title={board.tiles.length >= tilesMost ? `A board has at most ${tilesMost} charts` : undefined}
        onClick={() => setEditing('new')}
      >
        <Icon name="add" /> Add chart
      </Button>
      <Suspense>
        {editing && (
          <TileDrawer
            projectId={project.id}
            tile={editing === 'new' ? null : editing}
            onSave={saveTile}
            onClose={() => setEditing(null)}
          />
        )}
        {naming && (
          <NameDialog name={naming === 'rename' ? board.name : ''} onSave={saveName} onClose={() => setNaming(null)} />
        )}
      </Suspense>
    </div>
  )
}
