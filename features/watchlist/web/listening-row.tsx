import type { ReactNode } from 'react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Checkbox } from '#platform/ui/fields/checkbox.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Tooltip } from '#platform/ui/overlays/tooltip.tsx'

interface ListeningRowProps {
  text: string
  paused: boolean
  /** It is chosen, for what is done with many at once. */
  chosen: boolean
  onChoose: (chosen: boolean, event: Event) => void
  /** Opens all of it. */
  onOpen: () => void
  /** Why it does not count, or what could be done about it; by default that it is paused. */
  badge?: ReactNode
  /** Between the text and its buttons: the kind of a keyword, say. */
  children?: ReactNode
  /** Below it: what it means, in plain words. */
  meaning?: string | undefined
  /** And what it has found. */
  figures?: ReactNode
  onRename: (text: string) => void
  onPause: (paused: boolean) => void
  onRemove: () => void
}

/** One thing that is listened for: renamed in place, paused, or deleted. */
export function ListeningRow({
  text,
  paused,
  chosen,
  onChoose,
  onOpen,
  badge,
  children,
  meaning,
  figures,
  onRename,
  onPause,
  onRemove,
}: ListeningRowProps) {
  const [editing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-2 py-1">
      <Checkbox label={`Select ${text}`} labelHidden checked={chosen} onChange={onChoose} />
      {editing ? (
        <Rename
          text={text}
          onRename={onRename}
          onDone={(byKey) => {
            flushSync(() => setEditing(false))
            if (byKey) button.current?.focus()
          }}
        />
      ) : (
        <Tooltip label="Click to edit">
          <button
            ref={button}
            type="button"
            aria-label={`Edit ${text}`}
            onClick={() => setEditing(true)}
            className={classes(
              'wrap-anywhere -ml-2 min-h-8 min-w-32 flex-1 rounded-md px-2 py-1 text-left font-medium hover:bg-hover',
              paused && 'text-muted',
            )}
          >
            {text}
          </button>
        </Tooltip>
      )}
      <div className="ml-auto flex items-center gap-x-2">
        {badge ?? (paused && <Badge>Paused</Badge>)}
        {children}
        <Tooltip label="Details">
          <Button look="ghost" size="icon" aria-label={`Details of ${text}`} onClick={onOpen}>
            <Icon name="settings" />
          </Button>
        </Tooltip>
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
      </div>
      {meaning && <p className="wrap-anywhere basis-full pl-8 text-muted text-sm">{meaning}</p>}
      {figures && <div className="basis-full pb-1 pl-8">{figures}</div>}
    </li>
  )
}

interface RenameProps {
  text: string
  onRename: (text: string) => void
  /** Hears whether it was ended by a key, so that the focus is to go on from here. */
  onDone: (byKey: boolean) => void
}

function Rename({ text, onRename, onDone }: RenameProps) {
  const [draft, setDraft] = useState(text)
  // Going away takes the focus from it, which is no second end.
  const done = useRef(false)
  const end = (byKey: boolean) => {
    if (done.current) return
    done.current = true
    onDone(byKey)
  }
  const save = (byKey: boolean) => {
    const next = draft.replace(/\s+/g, ' ').trim()
    if (!done.current && next !== '' && next !== text) onRename(next)
    end(byKey)
  }
  return (
    <Input
      ref={focusAtOnce}
      aria-label={`New text for ${text}`}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => save(false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        // The button that has the focus next is not meant.
        event.preventDefault()
        if (event.key === 'Enter') save(true)
        else end(true)
      }}
      className="-ml-2 min-w-0 flex-1"
    />
  )
}

/** It stands where the button stood that was pressed, and whoever goes on typing is typing into it. */
function focusAtOnce(input: HTMLInputElement | null): void {
  input?.focus()
}
