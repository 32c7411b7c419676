import type { Look } from '#engine/rules/lead-view.ts'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'

const looks = [
  { value: 'cards', label: 'Cards', icon: 'cards' },
  { value: 'table', label: 'Table', icon: 'table' },
] as const

/** Switches between cards and a table. */
export function LookSwitch({ look, onLook }: { look: Look; onLook: (look: Look) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label="Look" className="flex shrink-0 rounded-lg border border-line p-0.5">
      {looks.map(({ value, label, icon }) => (
        <button
          key={value}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={value === look}
          onClick={() => onLook(value)}
          className={classes(
            'grid h-7.5 w-8 place-items-center rounded-md',
            value === look ? 'bg-hover text-ink' : 'text-muted hover:text-ink',
          )}
        >
          <Icon name={icon} />
        </button>
      ))}
    </div>
  )
}
