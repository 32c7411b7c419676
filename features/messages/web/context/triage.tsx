import { useQuery } from '@tanstack/react-query'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Field } from '#platform/ui/fields/field.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { TagInput } from '#platform/ui/fields/tag-input.tsx'
import { useUser } from '#platform/web/session/project.ts'
import type { Conversation } from '../../contract.ts'
import { priorities, priorityNames } from '../inbox/labels.ts'
import { answerersQuery } from '../inbox/queries.ts'
import type { InboxState } from '../inbox/use-inbox.ts'

interface TriageProps {
  project: CurrentProject
  state: InboxState
  conversation: Conversation
}

const nobody = 'nobody'

/** Who answers a conversation, how urgent it is, and its labels. */
export function Triage({ project, state, conversation }: TriageProps) {
  const { mayChange, assign, update } = state
  const me = useUser()?.id
  const { data: teammates = [] } = useQuery(answerersQuery(project.id))
  const { assignee, priority, labels } = conversation
  const options = [
    { value: nobody, label: 'Nobody' },
    ...teammates.map(({ id, name }) => ({ value: id, label: id === me ? `You (${name})` : name })),
    // A member who can't answer any more, or while the members are loading.
    ...(assignee && !teammates.some(({ id }) => id === assignee.id)
      ? [{ value: assignee.id, label: assignee.email, disabled: true }]
      : []),
  ]
  return (
    <section aria-label="Triage" className="flex flex-col gap-4">
      <Field label="Assigned to">
        {(control) => (
          <Select
            {...control}
            value={assignee?.id ?? nobody}
            options={options}
            disabled={!mayChange}
            onChange={(id) => assign(conversation, teammates.find((teammate) => teammate.id === id) ?? null)}
          />
        )}
      </Field>
      <Field label="Priority">
        {(control) => (
          <Select
            {...control}
            value={priority}
            options={priorities.map((value) => ({ value, label: priorityNames[value] }))}
            disabled={!mayChange}
            onChange={(next) => update(conversation, { priority: next })}
          />
        )}
      </Field>
      <Field label="Labels">
        {(control) => (
          <TagInput
            {...control}
            noun="label"
            placeholder="Add a label"
            value={labels}
            maxLength={40}
            disabled={!mayChange}
            onChange={(next) => update(conversation, { labels: next })}
          />
        )}
      </Field>
    </section>
  )
}
