import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuGroup, MenuItem } from '#platform/ui/overlays/menu.tsx'
import type { Board } from '../../contract-boards.ts'

interface TileControlsProps {
  title: string
  badge: ReactNode
  isFirst: boolean
  isLast: boolean
  otherBoards: readonly Board[]
  onMove: (by: 1 | -1) => void
  onEdit: () => void
  onRemove: () => void
  onTransfer: (board: Board) => void
}

/** Moves, edits, and removes a chart of the working copy. The arrow keys move it while a button has the focus. */
export function TileControls(props: TileControlsProps) {
  const { title, badge, isFirst, isLast, otherBoards, onMove, onEdit, onRemove, onTransfer } = props
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' && !isFirst ? -1 : event.key === 'ArrowDown' && !isLast ? 1 : null
    const isOnMenu = event.target instanceof Element && event.target.closest('[aria-haspopup="menu"]')
    if (by === null || isOnMenu) return
    event.preventDefault()
    onMove(by)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div
      role="group"
      aria-label={`Edit ${title}`}
      onKeyDown={onKeyDown}
      className="flex shrink-0 flex-wrap items-center justify-end"
    >
      {badge && <span className="mr-2">{badge}</span>}
      <Button
        look="ghost"
        size="icon"
        data-move="-1"
        aria-label={`Move ${title} up`}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      >
        <Icon name="arrowUp" />
      </Button>
      <Button
        look="ghost"
        size="icon"
        data-move="1"
        aria-label={`Move ${title} down`}
        disabled={isLast}
        onClick={() => onMove(1)}
      >
        <Icon name="arrowDown" />
      </Button>
      <Button look="ghost" size="icon" aria-label={`Edit ${title}`} onClick={onEdit}>
        <Icon name="edit" />
      </Button>
      {otherBoards.length > 0 && (
        <Menu
          align="end"
          trigger={
            <Button look="ghost" size="icon" aria-label={`Move ${title} to another board`}>
              <Icon name="board" />
            </Button>
          }
        >
          <MenuGroup label="Move to">
            {otherBoards.map((board) => (
              <MenuItem key={board.id} onClick={() => onTransfer(board)}>
                {board.name}
              </MenuItem>
            ))}
          </MenuGroup>
        </Menu>
      )}
      <Button look="ghost" size="icon" data-remove="" aria-label={`Remove ${title}`} onClick={onRemove}>
        <Icon name="remove" />
      </Button>
    </div>
  )
}
