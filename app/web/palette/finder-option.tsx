import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { Keycaps } from '#platform/web/commands/keycaps.tsx'
import { Marked } from '#platform/web/text/marked.tsx'
import type { Result } from './results.ts'

interface FinderOptionProps {
  id: string
  result: Result
  active: boolean
  onActive: () => void
  onChoose: () => void
}

/** A result. The focus stays in the search input, which names the active option. */
export function FinderOption({ id, result, active, onActive, onChoose }: FinderOptionProps) {
  const { label, icon, keys, current } = result.command
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search box has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the search box has the focus
    <div
      id={id}
      role="option"
      aria-selected={active}
      // Ignores a resting pointer while the list scrolls under it, so that the keys stay in control.
      onPointerMove={() => !active && onActive()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={classes(
        'flex min-h-9 scroll-my-2 items-center gap-3 rounded-lg px-2 py-1.5 pointer-coarse:min-h-11',
        active && 'bg-hover',
      )}
    >
      <Icon name={icon} className={active ? 'text-ink' : 'text-faint'} />
      <span className="wrap-anywhere line-clamp-2 min-w-0 flex-1">
        <Marked text={label} marks={result.marks} className="bg-transparent font-semibold text-accent-ink" />
      </span>
      {current && (
        <span className="flex items-center gap-1.5 text-muted text-sm">
          <Icon name="check" /> Current
        </span>
      )}
      {keys && (
        <span aria-hidden="true" className="flex text-muted">
          <Keycaps keys={keys} />
        </span>
      )}
    </div>
  )
}
