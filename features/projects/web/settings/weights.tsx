import { evenWeights, urgencyOf } from '#engine/order/urgency.ts'
import type { Component, ScoreWeights } from '#engine/score/component.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Slider } from '#platform/ui/fields/slider.tsx'

const parts: { name: keyof ScoreWeights; label: string; hint: string }[] = [
  { name: 'fit', label: 'Fit', hint: 'How well a post matches your product description and keywords.' },
  { name: 'intent', label: 'Intent', hint: 'How clearly the author is looking for a product like yours.' },
  { name: 'window', label: 'Reply window', hint: 'How recently it was posted: fresh posts come before old ones.' },
]

const day = 24 * 3_600_000

/** Typical leads that show the effect of the weights; `daysAgo` is their age. */
const examples = [
  { text: 'Close match, asking openly, 3 weeks old', score: 75, fit: 65, intent: 25, daysAgo: 21 },
  { text: 'Close match without a request, from today', score: 45, fit: 80, intent: -5, daysAgo: 0 },
  { text: 'Partial match, asking openly, from today', score: 45, fit: 45, intent: 30, daysAgo: 0 },
]

interface WeightsProps {
  value: ScoreWeights
  onChange: (weights: ScoreWeights) => void
  disabled: boolean
}

/** The weights of the list's order, with their effect on examples. */
export function Weights({ value, onChange, disabled }: WeightsProps) {
  const isEven = parts.every(({ name }) => value[name] === evenWeights[name])
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="mb-1 font-medium text-ink">Order of leads</legend>
      <p className="text-pretty text-muted text-sm">
        Choose what ranks leads higher. ×1 is the default, ×0 ignores a factor, and ×2 doubles it. Weights change the
        order of your list, not the chance of a lead or which posts Earshot finds.
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
      <ol aria-label="Example order" className="flex flex-col gap-2 rounded-lg bg-sunken px-4 py-3 text-sm">
        {ordered(value).map(({ text, score }, place) => (
          <li key={text} className="flex items-baseline justify-between gap-4">
            <span>
              <span className="tabular text-muted">{place + 1}.</span> {text}
            </span>
            <span className="tabular whitespace-nowrap text-muted">{score}%</span>
          </li>
        ))}
      </ol>
      <Button size="small" className="self-start" disabled={disabled || isEven} onClick={() => onChange(evenWeights)}>
        Reset weights
      </Button>
    </fieldset>
  )
}

/** Returns the examples in the order of these weights. */
function ordered(weights: ScoreWeights): typeof examples {
  const now = Date.now()
  const urgency = ({ score, fit, intent, daysAgo }: (typeof examples)[number]) =>
    urgencyOf(
      { score, components: [component('fit', fit), component('intent', intent)], postedAt: now - daysAgo * day },
      now,
      weights,
    )
  return examples.toSorted((a, b) => urgency(b) - urgency(a))
}

function component(name: Component['name'], points: number): Component {
  return { name, points, reasons: [] }
}
