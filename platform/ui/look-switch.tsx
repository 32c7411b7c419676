import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

interface LookSwitchProps<Look extends string> {
  looks: readonly { value: Look; label: string; icon: IconName }[]
  look: Look
  onLook(look: Look): void
}

/** Switches between the ways to show a list, such as cards and a table. */
export function LookSwitch<Look extends string>({ looks, look, onLook }: LookSwitchProps<Look>) {
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
