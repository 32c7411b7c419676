import type { ReactNode } from 'react'
import { useState } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icon.tsx'
import { Input } from '../ui/input.tsx'
import { Tooltip } from '../ui/tooltip.tsx'

interface ListeningRowProps {
  text: string
  paused: boolean
  /** Between the text and its buttons: the kind of a keyword, say. */
  children?: ReactNode
  onRename: (text: string) => void
  onPause: (paused: boolean) => void
  onRemove: () => void
}

/** One thing that is listened for: renamed in place, paused, or deleted. */
export function ListeningRow({ text, paused, children, onRename, onPause, onRemove }: ListeningRowProps) {
  const [editing, setEditing] = useState(false)
  return (
    <li className="flex min-h-12 items-center gap-2 py-1">
      {editing ? (
        <Rename text={text} onDone={() => setEditing(false)} onRename={onRename} />
      ) : (
        <Tooltip label="Click to edit">
          <button
            type="button"
            aria-label={`Edit ${text}`}
            onClick={() => setEditing(true)}
            className={classes(
              'wrap-anywhere -ml-2 min-h-8 min-w-0 flex-1 rounded-md px-2 py-1 text-left font-medium hover:bg-hover',
              paused && 'text-muted',
            )}
          >
            {text}
          </button>
        </Tooltip>
      )}
      {paused && <Badge>Paused</Badge>}
      {children}
      <Tooltip label={paused ? 'Resume' : 'Pause'}>
        <Button
          look="ghost"
          size="icon"
          aria-label={`${paused ? 'Resume' : 'Pause'} ${text}`}
          onClick={() => onPause(!paused)}
        >
          <Icon name={paused ? 'play' : 'pause'} />
        </Button>
      </Tooltip>
      <Tooltip label="Delete">
        <Button look="ghost" size="icon" aria-label={`Delete ${text}`} onClick={onRemove}>
          <Icon name="remove" />
        </Button>
      </Tooltip>
    </li>
  )
}

interface RenameProps {
  text: string
  onRename: (text: string) => void
  onDone: () => void
}

function Rename({ text, onRename, onDone }: RenameProps) {
  const [draft, setDraft] = useState(text)
  const save = () => {
    const next = draft.replace(/\s+/g, ' ').trim()
    if (next !== '' && next !== text) onRename(next)
    onDone()
  }
  return (
    <Input
      autoFocus
      aria-label={`New text for ${text}`}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') onDone()
      }}
      className="-ml-2 min-w-0 flex-1"
    />
  )
}
