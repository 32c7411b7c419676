import { useState } from 'react'
import { Checkbox } from '#platform/ui/fields/checkbox.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Slider } from '#platform/ui/fields/slider.tsx'
import { Switch } from '#platform/ui/fields/switch.tsx'
import { longText } from './samples.ts'
import { Row, Section, Specimen } from './specimen.tsx'

const range = { min: 0, max: 3, step: 0.5 }
const days = ['Monday', 'Wednesday', 'Friday'] as const

export function Choices() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['Monday']))
  const [agreed, setAgreed] = useState(false)
  const [on, setOn] = useState(true)
  const [weight, setWeight] = useState(1.5)
  const text = `×${weight}`
  const choose = (day: string, checked: boolean) => {
    const next = new Set(chosen)
    if (checked) next.add(day)
    else next.delete(day)
    setChosen(next)
  }
  return (
    <Section
      id="choices"
      title="Checkbox, switch, slider"
      use="A checkbox takes effect when the form is submitted, a switch immediately. A slider sets approximate numbers."
    >
      <Row>
        <Specimen name="Some of several">
          <Checkbox
            label="All days"
            checked={chosen.size === days.length}
            indeterminate={chosen.size > 0 && chosen.size < days.length}
            onChange={(checked) => setChosen(new Set(checked ? days : []))}
          />
          {days.map((day) => (
            <div key={day} className="pl-7">
              <Checkbox label={day} checked={chosen.has(day)} onChange={(checked) => choose(day, checked)} />
            </div>
          ))}
        </Specimen>
        <Specimen name="With hint; invalid; disabled; long text">
          <Checkbox
            label="Send me a digest"
            hint="Every morning at 7:00, only if there is something new."
            checked={agreed}
            onChange={setAgreed}
          />
          <Checkbox label="I have read the terms" checked={agreed} onChange={setAgreed} invalid={!agreed} />
          <Checkbox label="Not now" checked={false} onChange={setAgreed} disabled />
          <Checkbox label="Always" checked onChange={setAgreed} disabled />
          <Checkbox label={longText} checked={agreed} onChange={setAgreed} />
        </Specimen>
        <Specimen name="Switches" className="gap-4">
          <Switch label="Listen" hint="Receive new posts as they appear." checked={on} onChange={setOn} />
          <Switch label="Quiet hours" checked={!on} onChange={(next) => setOn(!next)} />
          <Switch label="Chat-app alerts" hint="Coming soon." checked={false} onChange={setOn} disabled />
          <Switch label={longText} checked={on} onChange={setOn} />
        </Specimen>
        <Specimen name="Sliders: with hint; disabled">
          <Field label="Reply window" hint="How much the age of a post affects the order." aside={text}>
            {(control) => <Slider {...control} {...range} value={weight} onChange={setWeight} text={text} />}
          </Field>
          <Field label="Intent" aside={text}>
            {(control) => <Slider {...control} {...range} value={weight} onChange={setWeight} text={text} disabled />}
          </Field>
        </Specimen>
      </Row>
    </Section>
  )
}
