import { useState } from 'react'
import { DateRange } from '#platform/ui/charts/date-range.tsx'
import type { DayRange } from '#platform/ui/charts/days.ts'
import { localDay, presetsOf } from '#platform/ui/charts/days.ts'
import { Combobox, MultiCombobox } from '#platform/ui/fields/combobox.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import type { Option } from '#platform/ui/fields/option.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { TagInput } from '#platform/ui/fields/tag-input.tsx'
import { longText } from './samples.ts'
import { Row, Section, Specimen } from './specimen.tsx'

type Role = 'owner' | 'admin' | 'member' | 'client'
const roles: readonly Option<Role>[] = [
  { value: 'admin', label: 'Admin', detail: 'Changes settings and invites people' },
  { value: 'member', label: 'Member', detail: 'Works with leads' },
  { value: 'client', label: 'Client', detail: 'Read-only access' },
  { value: 'owner', label: 'Owner', detail: 'Already assigned', disabled: true },
]

const places =
  'Accra,Amsterdam,Athens,Auckland,Bangkok,Berlin,Bogotá,Boston,Cairo,Cape Town,Chicago,Copenhagen,Dublin,Helsinki,Istanbul,Jakarta,Kyiv,Lagos,Lima,Lisbon,London,Madrid,Manila,Melbourne,Mexico City,Montréal,Mumbai,Nairobi,New York,Oslo,Paris,Prague,Rome,São Paulo,Seoul,Singapore,Stockholm,Sydney,Tallinn,Tokyo,Toronto,Vienna,Warsaw,Zürich'
    .split(',')
    .map((name): Option => ({ value: name, label: name }))

export function Pickers() {
  const [role, setRole] = useState<Role | null>('member')
  const [place, setPlace] = useState<string | null>('Lisbon')
  const [where, setWhere] = useState<readonly string[]>(['Berlin', 'Nairobi'])
  const [tags, setTags] = useState(['simple crm', 'sales pipeline'])
  const [none, setNone] = useState<string | null>(null)
  return (
    <Section
      id="pickers"
      title="Select, combobox, tags, days"
      use="A select for a few options, a combobox for many, tags for free text, and two days for a date range."
    >
      <Row>
        <Specimen name="Select">
          <Field label="Role">
            {(control) => <Select {...control} value={role} onChange={setRole} options={roles} />}
          </Field>
        </Specimen>
        <Specimen name="Select: empty, invalid">
          <Field label="Role of the new member" error="Choose a role">
            {(control) => (
              <Select {...control} value={null} onChange={setRole} options={roles} placeholder="Choose a role" />
            )}
          </Field>
        </Specimen>
        <Specimen name="Select: disabled; quiet">
          <Select aria-label="Disabled role" value={role} onChange={setRole} options={roles} disabled />
          <div>
            <Select aria-label="Quiet role" value={role} onChange={setRole} options={roles} quiet />
          </div>
        </Specimen>
        <Specimen name="Combobox">
          <Field label="Time zone" hint="Type to filter the list.">
            {(control) => (
              <Combobox {...control} value={place} onChange={setPlace} options={places} placeholder="Search places" />
            )}
          </Field>
        </Specimen>
        <Specimen name="Combobox: several">
          <Field label="Places">
            {(control) => (
              <MultiCombobox
                {...control}
                value={where}
                onChange={setWhere}
                options={places}
                placeholder="Add a place"
              />
            )}
          </Field>
        </Specimen>
        <Specimen name="Combobox: invalid; disabled">
          <Field label="Home" error="Choose a place">
            {(control) => (
              <Combobox {...control} value={none} onChange={setNone} options={places} placeholder="Search places" />
            )}
          </Field>
          <Combobox aria-label="Disabled place" value="Oslo" onChange={setNone} options={places} disabled />
        </Specimen>
        <Specimen name="Tags">
          <Field label="Keywords" hint="Press Enter or comma to add one. Paste a list to add several.">
            {(control) => (
              <TagInput {...control} value={tags} onChange={setTags} noun="keyword" placeholder="simple crm, …" />
            )}
          </Field>
        </Specimen>
        <Specimen name="Tags: many, invalid">
          <Field label="Competitors" error="Up to 20 competitors">
            {(control) => (
              <TagInput
                {...control}
                value={[...places.slice(0, 20).map(({ label }) => label), longText]}
                onChange={setTags}
                noun="competitor"
              />
            )}
          </Field>
        </Specimen>
        <Specimen name="Tags: disabled">
          <Field label="Aliases">
            {(control) => (
              <TagInput {...control} value={['Deskbook', 'desk book']} onChange={setTags} noun="alias" disabled />
            )}
          </Field>
        </Specimen>
        <Ranges />
      </Row>
    </Section>
  )
}

function Ranges() {
  const [today] = useState(() => localDay(new Date()))
  const [range, setRange] = useState<DayRange | null>(presetsOf(today)[2]!.range)
  return (
    <>
      <Specimen name="Days">
        <Field label="Period">
          {(control) => <DateRange {...control} value={range} onChange={setRange} today={today} />}
        </Field>
      </Specimen>
      <Specimen name="Days: two ranges">
        <DateRange
          aria-label="Compared with"
          value={{ from: '2026-01-05', to: '2026-02-14' }}
          onChange={setRange}
          today={today}
        />
      </Specimen>
      <Specimen name="Days: disabled">
        <DateRange aria-label="Disabled period" value={null} onChange={setRange} today={today} disabled />
      </Specimen>
    </>
  )
}
