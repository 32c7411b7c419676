import type { Component, ScoreWeights } from '#engine/score/component.ts'
import { evenWeights, weightedTotal } from '#engine/score/score-weights.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Slider } from '#platform/ui/fields/slider.tsx'

const parts: { name: keyof ScoreWeights; label: string; hint: string }[] = [
  { name: 'fit', label: 'Fit', hint: 'How well a post matches your product description and keywords.' },
  { name: 'intent', label: 'Intent', hint: 'How clearly the author is looking for a product like yours.' },
  { name: 'freshness', label: 'Freshness', hint: 'How recently it was posted.' },
  { name: 'engagement', label: 'Engagement', hint: 'How active the thread is.' },
]

const component = (name: keyof ScoreWeights, points: number): Component => ({ name, points, reasons: [] })
/** Two typical leads that show the effect of the weights. */
const examples = [
  {
    text: 'Close match in a quiet thread, 2 weeks old',
    components: [component('fit', 48), component('intent', 12), component('freshness', 0), component('engagement', 0)],
  },
  {
    text: 'Partial match from today, asking in an active thread',
    components: [
      component('fit', 28),
      component('intent', 26),
      component('freshness', 3),
      component('engagement', 1.5),
    ],
  },
]

interface WeightsProps {
  value: ScoreWeights
  onChange: (weights: ScoreWeights) => void
  disabled: boolean
}

/** The weights of a score's components, with their effect on examples. */
export function Weights({ value, onChange, disabled }: WeightsProps) {
  const isEven = parts.every(({ name }) => value[name] === evenWeights[name])
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="mb-1 font-medium text-ink">Score weights</legend>
      <p className="text-pretty text-muted text-sm">
        Choose what ranks leads higher. ×1 is the default, ×0 ignores a factor, and ×2 doubles it. Weights change scores
        and order, not which posts Earshot finds.
      </p>
      {parts.map(({ name, label, hint }) => {
        const text = `×${value[name].toFixed(1)}`
        return (
          <Field key={name} label={label} hint={hint} aside={<span className="tabular text-ink">{text}</span>}>
            {(control) => (
              <Slider
                {...control}
                value={value[name]}
                onChange={(weight) => onChange({ ...value, [name]: weight })}
                min={0}
                max={2}
                step={0.1}
                text={text}
                disabled={disabled}
              />
            )}
          </Field>
        )
      })}
      <dl aria-label="Example scores" className="flex flex-col gap-2 rounded-lg bg-sunken px-4 py-3 text-sm">
        {examples.map(({ text, components }) => (
          <div key={text} className="flex items-baseline justify-between gap-4">
            <dt className="text-muted">{text}</dt>
            <dd className="tabular whitespace-nowrap">
              {!isEven && <span className="text-faint">{points(components, evenWeights)} → </span>}
              <span className="font-semibold">{points(components, value)}</span> points
            </dd>
          </div>
        ))}
      </dl>
      <Button size="small" className="self-start" disabled={disabled || isEven} onClick={() => onChange(evenWeights)}>
        Reset weights
      </Button>
    </fieldset>
  )
}

function points(components: readonly Component[], weights: ScoreWeights): number {
  return Math.round(weightedTotal(components, weights))
}
