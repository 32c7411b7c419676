import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { Checkbox } from '#platform/ui/fields/checkbox.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { TagInput } from '#platform/ui/fields/tag-input.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { anyTime, communitiesOf, type Draft } from './draft.ts'
import { scheduleNames, signalNames, signals, windows, windowText } from './labels.ts'
import { competitorNamesQuery } from './queries.ts'

interface CriteriaFieldsProps {
  project: CurrentProject
  draft: Draft
  onChange: (draft: Draft) => void
}

const sizes = ['25', '50', '100', '250', '500']

/** What a run looks for, how far back, and how often. */
export function CriteriaFields({ project, draft, onChange }: CriteriaFieldsProps) {
  const competitors = useQuery(competitorNamesQuery(project.id))
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
        <div className="flex flex-col gap-2">
          <Field label="Competitors" aside="Optional" hint="Only posts that name one of these.">
            {(control) => (
              <TagInput
                {...control}
                noun="competitor"
                maxLength={100}
                placeholder="Add a competitor"
                value={draft.competitors}
                onChange={(names) => change({ competitors: names.slice(0, 20) })}
              />
            )}
          </Field>
          <Suggestions
            of={competitors.data ?? []}
            chosen={draft.competitors}
            onAdd={(name) => change({ competitors: [...draft.competitors, name].slice(0, 20) })}
          />
        </div>
        <Signals draft={draft} onChange={(chosen) => change({ signals: chosen })} />
        <div className="flex flex-col gap-2">
          <Communities value={draft.communities} onChange={(communities) => change({ communities })} />
          <Suggestions
            of={project.communities}
            chosen={draft.communities}
            prefix="r/"
            onAdd={(name) => change({ communities: [...draft.communities, name] })}
          />
        </div>
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

interface SuggestionsProps {
  of: readonly string[]
  chosen: readonly string[]
  prefix?: string
  onAdd: (name: string) => void
}

/** The most suggestions; people type the others. */
const suggestedMost = 8

/** Names from the project, each added with one press. */
function Suggestions({ of, chosen, prefix = '', onAdd }: SuggestionsProps) {
  const offered = of.filter((name) => !chosen.includes(name)).slice(0, suggestedMost)
  if (offered.length === 0) return null
  return (
    <div className="flex flex-wrap gap-1.5">
      {offered.map((name) => (
        <Button key={name} size="small" onClick={() => onAdd(name)}>
          <Icon name="add" className="size-3.5" />
          <span>
            <span className="sr-only">Add </span>
            {prefix}
            {name}
          </span>
        </Button>
      ))}
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
