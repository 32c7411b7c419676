import { classes } from '#platform/ui/classes.ts'
import { Section, Specimen } from './specimen.tsx'

const grounds = {
  canvas: 'bg-canvas',
  raised: 'bg-raised',
  sunken: 'bg-sunken',
  hover: 'bg-hover',
  'accent-soft': 'bg-accent-soft',
} as const

const inks = { ink: 'text-ink', muted: 'text-muted', faint: 'text-faint', 'accent-ink': 'text-accent-ink' } as const

const events = {
  danger: 'bg-danger-soft text-danger',
  warn: 'bg-warn-soft text-warn',
  good: 'bg-good-soft text-good',
  'accent-ink': 'bg-accent-soft text-accent-ink',
  inverse: 'bg-inverse text-inverse-ink',
  accent: 'bg-accent text-gray-900',
  notice: 'bg-notice text-white',
} as const

export function Colours() {
  return (
    <Section
      id="colours"
      title="Colors"
      use="Gray and one orange. Text has a contrast of at least 4.5:1 on every background."
    >
      <Specimen name="Backgrounds with text">
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-5">
          {Object.entries(grounds).map(([ground, look]) => (
            <li key={ground} className={classes('flex flex-col gap-1 rounded-xl border border-line p-4', look)}>
              <span className="mb-2 font-semibold">{ground}</span>
              {Object.entries(inks).map(([ink, text]) => (
                <span key={ink} className={text}>
                  {ink}
                </span>
              ))}
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen name="Outcomes">
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 xl:grid-cols-7">
          {Object.entries(events).map(([name, look]) => (
            <li key={name} className={classes('rounded-xl px-4 py-3 font-medium', look)}>
              {name}
            </li>
          ))}
        </ul>
      </Specimen>
    </Section>
  )
}

const sizes = {
  '3xl': 'text-3xl tracking-tight font-semibold',
  '2xl': 'text-2xl tracking-tight font-semibold',
  xl: 'text-xl font-semibold',
  lg: 'text-lg',
  base: 'text-base',
  sm: 'text-sm',
  xs: 'text-xs',
  '2xs': 'text-2xs',
} as const

const steps = { '1': 'w-1', '2': 'w-2', '4': 'w-4', '6': 'w-6', '8': 'w-8', '12': 'w-12', '16': 'w-16' } as const

export function Type() {
  return (
    <Section id="type" title="Type and space" use="One typeface. Spacing is in multiples of 4 px, mostly 8.">
      <div className="grid gap-8 xl:grid-cols-[3fr_2fr]">
        <Specimen name="Sizes">
          <ul className="flex flex-col gap-3">
            {Object.entries(sizes).map(([name, look]) => (
              <li key={name} className="flex items-baseline gap-4">
                <span className="w-8 shrink-0 text-faint text-xs">{name}</span>
                <span className={classes('min-w-0 truncate', look)}>People who need your product</span>
              </li>
            ))}
          </ul>
        </Specimen>
        <Specimen name="Spacing scale">
          <ul className="flex flex-col gap-2">
            {Object.entries(steps).map(([step, width]) => (
              <li key={step} className="flex items-center gap-4">
                <span className="w-12 shrink-0 text-faint text-xs">{Number(step) * 4} px</span>
                <span className={classes('h-4 rounded-sm bg-shade', width)} />
              </li>
            ))}
          </ul>
        </Specimen>
      </div>
    </Section>
  )
}
