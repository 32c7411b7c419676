import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { dueChoices, inputDay, morningOf } from '#platform/web/text/due.ts'
import type { Task } from '../../contract-tasks.ts'
import { ownersQuery } from '../people/queries.ts'

/** What is sent of a task. */
export interface TaskValues {
  text: string
  dueAt: string
  assignee: string | null
}

interface TaskFormProps {
  projectId: string
  /** The ID of the user. */
  me: string
  /** Null: a new one. */
  task: Task | null
  now: number
  /** Its error is shown, and the form stays open. */
  onSave: (values: TaskValues) => Promise<void>
  onCancel: () => void
}

const nobodyValue = 'nobody'

/** The form of a task: what to do, by when, and who. */
export function TaskForm({ projectId, me, task, now, onSave, onCancel }: TaskFormProps) {
  const { data: owners = [] } = useQuery(ownersQuery(projectId))
  const [text, setText] = useState(task?.text ?? '')
  const [day, setDay] = useState(inputDay(task ? new Date(task.dueAt) : dueChoices(new Date(now))[0]!.dueAt))
  const [assignee, setAssignee] = useState(task ? (task.assignee?.id ?? null) : me)
  const [faults, setFaults] = useState<{ text?: string; day?: string }>({})
  const { busy, error, send } = useSubmission()

  function submit(event: FormEvent) {
    event.preventDefault()
    const dueAt = morningOf(day)
    if (text.trim() === '') return setFaults({ text: 'Enter what to do' })
    if (!dueAt) return setFaults({ day: 'Choose a day' })
    // A task whose day stays keeps its time.
    const stays = task !== null && inputDay(new Date(task.dueAt)) === day
    void send(() => onSave({ text: text.trim(), dueAt: stays ? task.dueAt : dueAt.toISOString(), assignee }))
  }
  const options = [
    { value: nobodyValue, label: 'Nobody' },
    ...owners.map(({ id, name }) => ({ value: id, label: id === me ? `You (${name})` : name })),
    // A member who can't do it any more, or while the members are loading.
    ...(assignee !== null && !owners.some(({ id }) => id === assignee)
      ? [{ value: assignee, label: task?.assignee?.email ?? 'You' }]
      : []),
  ]
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={task ? 'Edit task' : 'New task'}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Escape closes the form, and only the next one the person.
        event.stopPropagation()
        onCancel()
      }}
      className="my-2 flex flex-col gap-4 rounded-xl border border-line bg-sunken p-3"
    >
      <Field label="What to do" error={faults.text}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            value={text}
            maxLength={500}
            autoComplete="off"
            onChange={(event) => {
              setText(event.target.value)
              setFaults({})
            }}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Due" error={faults.day}>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={day}
              onChange={(event) => {
                setDay(event.target.value)
                setFaults({})
              }}
            />
          )}
        </Field>
        <Field label="Assigned to">
          {(control) => (
            <Select
              {...control}
              value={assignee ?? nobodyValue}
              options={options}
              onChange={(id) => setAssignee(id === nobodyValue ? null : id)}
            />
          )}
        </Field>
      </div>
      <FormEnd error={error} busy={busy} onCancel={onCancel}>
        {task ? 'Save task' : 'Add task'}
      </FormEnd>
    </form>
  )
}
