import { type FlagName, flagNames, flags } from '#platform/contract/flags.ts'
import { buttonClasses } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'

const choices = [
  { value: 'default', text: 'Default' },
  { value: 'on', text: 'On' },
  { value: 'off', text: 'Off' },
] as const

/**
 * All feature flags with their value and its origin. Visitors can override safe ones in this browser (DECISIONS 30).
 */
export function FeatureFlags() {
  return (
    <div data-feature-flags className="mx-auto max-w-3xl px-6 pt-12 sm:pt-16">
      <h1 className="font-semibold text-4xl tracking-tight">Feature flags</h1>
      <p className="mt-4 max-w-xl text-pretty text-lg text-muted">
        Turn optional behavior on or off. A choice you make here applies to this browser and overrides your account's
        setting and the default.
      </p>
      <p className="mt-6 hidden rounded-xl border border-line bg-sunken px-5 py-4 [@media(scripting:none)]:block">
        Feature flags need JavaScript. Without it, every flag has its default value.
      </p>
      <ul className="mt-10 divide-y divide-line rounded-2xl border border-line">
        {flagNames.map((name) => (
          <FlagRow key={name} name={name} />
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 [@media(scripting:none)]:hidden">
        <p data-flags-state role="status" className="min-h-6 text-muted" />
        <button type="button" data-flags-reset disabled className={buttonClasses({}, 'min-h-10')}>
          <Icon name="undo" />
          Reset all
        </button>
      </div>
    </div>
  )
}

/** A flag with its default value; the script fills in the visitor's value. */
function FlagRow({ name }: { name: FlagName }) {
  const { label, about, local } = flags[name]
  return (
    <li data-flag={name} className="grid gap-x-6 gap-y-4 p-5 sm:grid-cols-[1fr_auto] sm:items-center sm:p-6">
      <div>
        <h2 className="flex flex-wrap items-baseline gap-x-3 gap-y-1 font-semibold text-lg">
          {label}
          <code className="font-mono font-normal text-faint text-sm">{name}</code>
        </h2>
        <p className="mt-1 text-pretty text-muted">{about}</p>
        <p className="mt-2 flex items-center gap-2 text-sm">
          <span data-flag-state className="font-medium">
            {flags[name].default ? 'On' : 'Off'} (default)
          </span>
        </p>
      </div>
      {local === true ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these buttons act at once
        <div
          role="group"
          aria-label={label}
          className="inline-flex w-fit gap-0.5 rounded-lg border border-line p-0.5 [@media(scripting:none)]:hidden"
        >
          {choices.map(({ value, text }) => (
            <button
              key={value}
              type="button"
              data-value={value}
              aria-pressed="false"
              className="min-h-9 rounded-md px-3 text-muted hover:text-ink aria-pressed:bg-hover aria-pressed:font-medium aria-pressed:text-ink"
            >
              {text}
            </button>
          ))}
        </div>
      ) : (
        <p className="text-pretty text-muted text-sm sm:max-w-56">
          <span className="font-medium text-ink">Can't be changed here.</span> {local}
        </p>
      )}
    </li>
  )
}
