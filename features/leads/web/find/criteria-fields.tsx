import { useState } from 'react'
import { Checkbox } from '#platform/ui/fields/checkbox.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { TagInput } from '#platform/ui/fields/tag-input.tsx'
import { anyTime, communitiesOf, type Draft } from './draft.ts'
import { scheduleNames, signalNames, signals, windows, windowText } from './labels.ts'

interface CriteriaFieldsProps {
  draft: Draft
  onChange: (draft: Draft) => void
}

const sizes = ['25', '50', '100', '250', '500']

/** What a run looks for, how far back, and how often. */
export function CriteriaFields({ draft, onChange }: CriteriaFieldsProps) {
  const change = (changes: Partial<Draft>) => onChange({ ...draft, ...changes })
  return (
    <div className="flex flex-col gap-6 border-line border-t pt-5">
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="Audience" hint="Who needs your product, a few words each. Starts with your project's audience.">
          {(control) => (
            <TagInput
              {...control}
              noun="audience"
              maxLength={200}
              placeholder="freelance designers"
              value={draft.audience}
              onChange={(audience) => change({ audience: audience.slice(0, 20) })}
            />
          )}
        </Field>
        <Field label="Competitors" aside="Optional" hint="Only posts that name one of these.">
          {(control) => (
            <TagInput
              {...control}
              noun="competitor"
              maxLength={100}
              placeholder="Add a competitor"
              value={draft.competitors}
              onChange={(competitors) => change({ competitors: competitors.slice(0, 20) })}
            />
          )}
        </Field>
        <Signals draft={draft} onChange={(chosen) => change({ signals: chosen })} />
        <Communities value={draft.communities} onChange={(communities) => change({ communities })} />
      </div>
      <div className="grid gap-6 sm:grid-cols-3">
        <Field label="Posted">
          {(control) => (
            <Select
              {...control}
              value={draft.days}
              onChange={(days) => change({ days })}
              options={windows.map((days) => ({ value: String(days ?? anyTime), label: windowText(days) }))}
            />
          )}
        </Field>
        <Field label="Maximum results">
          {(control) => (
            <Select
              {...control}
              value={draft.size}
              onChange={(size) => change({ size })}
              options={sizes.map((value) => ({ value, label: value }))}
            />
          )}
        </Field>
        <Field label="Repeat" hint="In your project's time zone">
          {(control) => (
            <Select
              {...control}
              value={draft.schedule}
              onChange={(schedule) => change({ schedule })}
              options={[
                { value: 'never', label: 'Never' },
                { value: 'daily', label: scheduleNames.daily },
                { value: 'weekly', label: scheduleNames.weekly },
              ]}
            />
          )}
        </Field>
      </div>
    </div>
  )
}

function Signals({ draft, onChange }: { draft: Draft; onChange: (signals: Draft['signals']) => void }) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">Signals</legend>
      {signals.map((signal) => (
        <Checkbox
          key={signal}
          label={signalNames[signal]}
          checked={draft.signals.includes(signal)}
          onChange={(on) => onChange(signals.filter((each) => (each === signal ? on : draft.signals.includes(each))))}
        />
      ))}
      <p className="text-muted text-sm">Only posts with one of these. Select none for any.</p>
    </fieldset>
  )
}

function Communities({ value, onChange }: { value: readonly string[]; onChange: (names: string[]) => void }) {
  const [isFaulty, setFaulty] = useState(false)
  return (
    <Field
      label="Communities"
      aside="Optional"
      hint="Only posts in these communities."
      error={isFaulty ? 'Enter names such as smallbusiness' : undefined}
    >
      {(control) => (
        <TagInput
          {...control}
          noun="community"
          maxLength={100}
          placeholder="r/smallbusiness"
          value={value}
          onChange={(typed) => {
            const names = communitiesOf(typed)
            setFaulty(names.length < typed.length)
            onChange(names)
          }}
        />
      )}
    </Field>
  )
}
