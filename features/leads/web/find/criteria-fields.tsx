import type { CurrentProject } from '#platform/contract/session.ts'
import { Checkbox } from '#platform/ui/fields/checkbox.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { TagInput } from '#platform/ui/fields/tag-input.tsx'
import { useSlot } from '#platform/web/slots.ts'
import { anyTime, type Draft } from './draft.ts'
import { scheduleNames, signalNames, signals, windows, windowText } from './labels.ts'

interface CriteriaFieldsProps {
  project: CurrentProject
  draft: Draft
  onChange: (draft: Draft) => void
}

const sizes = ['25', '50', '100', '250', '500']

/** What a run looks for. */
export function CriteriaFields({ project, draft, onChange }: CriteriaFieldsProps) {
  const { Field: Communities } = useSlot('communities')
  const change = (changes: Partial<Draft>) => onChange({ ...draft, ...changes })
  return (
    <div className="grid gap-6 border-line border-t pt-5 sm:grid-cols-2">
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
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 font-medium">Signals</legend>
        {signals.map((signal) => (
          <Checkbox
            key={signal}
            label={signalNames[signal]}
            checked={draft.signals.includes(signal)}
            onChange={(on) =>
              change({ signals: signals.filter((each) => (each === signal ? on : draft.signals.includes(each))) })
            }
          />
        ))}
        <p className="text-muted text-sm">Only posts with one of these. Choose none for any.</p>
      </fieldset>
      <div className="flex flex-col gap-5">
        <Communities
          value={draft.communities}
          onChange={(communities) => change({ communities })}
          proposed={project.communities}
        />
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
        <Field label="Most results">
          {(control) => (
            <Select
              {...control}
              value={draft.size}
              onChange={(size) => change({ size })}
              options={sizes.map((value) => ({ value, label: value }))}
            />
          )}
        </Field>
        <Field label="Repeat" hint="In your project's time zone.">
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
