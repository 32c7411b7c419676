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
import { stateTexts, type TermState } from './term-state.ts'

interface TermRowProps {
  text: string
  paused: boolean
  /** Selected for bulk actions. */
  selected: boolean
  onSelect: (selected: boolean, event: Event) => void
  /** Opens its drawer. */
  onOpen: () => void
  state: TermState
  /** Content between the text and its buttons, such as a keyword's kind. */
  children?: ReactNode
  /** The meaning in plain language, shown below the text. */
  meaning?: string | undefined
  /** The statistics, shown below the meaning. */
  figures?: ReactNode
  onRename: (text: string) => void
  onPause: (paused: boolean) => void
  onRemove: () => void
}

/** One keyword or competitor: renamed in place, paused, or deleted. */
export function TermRow({
  text,
  paused,
  selected,
  onSelect,
  onOpen,
  state,
  children,
  meaning,
  figures,
  onRename,
  onPause,
  onRemove,
}: TermRowProps) {
  const [editing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-2 py-1">
      <Checkbox label={`Select ${text}`} labelHidden checked={selected} onChange={onSelect} />
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
        <StateBadge state={state} />
        {children}
        <Tooltip label="Details">
          <Button look="ghost" size="icon" aria-label={`Details for ${text}`} onClick={onOpen}>
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

const badgeLooks = {
  paused: 'gray',
  retired: 'gray',
  dead: 'gray',
  waiting: 'warn',
  noisy: 'warn',
  tooCommon: 'warn',
} as const

/** The state, explained in a tooltip; hidden for an active term. */
function StateBadge({ state }: { state: TermState }) {
  if (state === 'active') return null
  const { word, text } = stateTexts[state]
  return (
    <Tooltip label={text} onPress>
      <button type="button" className="cursor-default rounded">
        <Badge look={badgeLooks[state]}>{word}</Badge>
      </button>
    </Tooltip>
  )
}

interface RenameProps {
  text: string
  onRename: (text: string) => void
  /** Called when editing ends; `byKey` means that the focus returns to the text. */
  onDone: (byKey: boolean) => void
}

function Rename({ text, onRename, onDone }: RenameProps) {
  const [draft, setDraft] = useState(text)
  // Removing the input blurs it, which must not end it again.
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
        // Otherwise the key would press the button that is focused next.
        event.preventDefault()
        if (event.key === 'Enter') save(true)
        else end(true)
      }}
      className="-ml-2 min-w-0 flex-1"
    />
  )
}

/** The input replaces the pressed button and needs the focus. */
function focusAtOnce(input: HTMLInputElement | null): void {
  input?.focus()
}
