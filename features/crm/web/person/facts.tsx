import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Field } from '#platform/ui/fields/field.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { Switch } from '#platform/ui/fields/switch.tsx'
import { TagInput } from '#platform/ui/fields/tag-input.tsx'
import { invalidate } from '#platform/web/api/fetches.ts'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import type { RedditPerson } from '../../contract.ts'
import { call, changes } from '../api.ts'
import { stageDays } from '../people/due.ts'
import { ownersQuery, personQuery } from '../people/queries.ts'
import type { CrmState } from '../people/use-crm.ts'
import { Email } from './email.tsx'
import { ValueField } from './value-field.tsx'

interface FactsProps {
  state: CrmState
  person: RedditPerson
  now: number
}

const nobodyValue = 'nobody'

/** What is known about a person, to edit in place. */
export function Facts({ state, person, now }: FactsProps) {
  const { project, stages, totals, mayChange, reader, moveTo, assign, setDoNotContact } = state
  const queryClient = useQueryClient()
  const { data: owners = [] } = useQuery(ownersQuery(project.id))
  const { queryKey } = personQuery(person.id)

  async function update(data: Pick<RedditPerson, 'tags'> | Pick<RedditPerson, 'value' | 'currency'>): Promise<void> {
    queryClient.setQueryData(queryKey, (known) => known && { ...known, ...data })
    await withErrorToast(() => changes.send(() => call('peopleUpdate', { id: person.id, body: { data } })))
    for (const key of [['people', project.id], queryKey, ['timeline', person.id]]) {
      invalidate(queryClient, { queryKey: key })
    }
  }

  const { owner } = person
  const ownerOptions = [
    { value: nobodyValue, label: 'Nobody' },
    ...owners.map(({ id, name }) => ({ value: id, label: id === reader.me ? `You (${name})` : name })),
    // A member who can't be responsible any more, or while the members are loading.
    ...(owner && !owners.some(({ id }) => id === owner.id)
      ? [{ value: owner.id, label: owner.email, disabled: true }]
      : []),
  ]
  const days = stageDays(person.stageSince, now)
  return (
    <div className="flex flex-col gap-5">
      <Field label="Stage" hint={days === 'Today' ? 'Since today' : `For ${days}`}>
        {(control) => (
          <Select
            {...control}
            value={person.stage}
            options={(stages.data ?? []).map(({ key, name }) => ({ value: key, label: name }))}
            disabled={!mayChange}
            onChange={(stage) => moveTo([person], stage)}
          />
        )}
      </Field>
      <ValueField
        person={person}
        usual={totals.data?.flatMap(({ values }) => values)[0]?.currency ?? 'USD'}
        disabled={!mayChange}
        onValue={(money) => void update({ value: money?.value ?? null, currency: money?.currency ?? null })}
      />
      <Field label="Owner">
        {(control) => (
          <Select
            {...control}
            value={owner?.id ?? nobodyValue}
            options={ownerOptions}
            disabled={!mayChange}
            onChange={(id) => assign([person], owners.find((each) => each.id === id) ?? null)}
          />
        )}
      </Field>
      <Field label="Tags">
        {(control) => (
          <TagInput
            {...control}
            noun="tag"
            placeholder="Add a tag"
            value={person.tags}
            maxLength={50}
            disabled={!mayChange}
            onChange={(tags) => void update({ tags })}
          />
        )}
      </Field>
      <Email person={person} projectId={project.id} mayChange={mayChange} now={now} />
      <Switch
        label="Do not contact"
        hint="Nothing more is sent to this person, and queued messages are stopped."
        checked={person.doNotContact}
        disabled={!mayChange}
        onChange={(next) => setDoNotContact([person], next)}
      />
    </div>
  )
}
