import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { invalidate } from '#platform/web/api/fetches.ts'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { useDeferred } from '#platform/web/api/use-deferred.ts'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { useCommands } from '#platform/web/commands/use-commands.ts'
import type { RedditPerson } from '../../contract.ts'
import type { Task } from '../../contract-tasks.ts'
import { call, changes } from '../api.ts'
import { dueOf, dueWords } from '../people/due.ts'
import { shortName } from '../people/labels.ts'
import type { CrmState } from '../people/use-crm.ts'
import { noticesQuery } from '../queries.ts'
import { tasksQuery } from './queries.ts'
import { TaskForm, type TaskValues } from './task-form.tsx'

interface TasksProps {
  state: CrmState
  person: RedditPerson
  now: number
}

/** The open tasks of a person. The most urgent one is their next action. */
export function Tasks({ state, person, now }: TasksProps) {
  const { project, mayChange, reader } = state
  const queryClient = useQueryClient()
  const query = useQuery(tasksQuery(person.id))
  const { defer, isHidden } = useDeferred()
  /** The task whose form is open. */
  const [open, setOpen] = useState<Task | 'new' | null>(null)
  useCommands('Tasks', [
    {
      id: 'task add',
      label: 'Add task',
      icon: 'check',
      keys: 't',
      words: 'next action todo',
      focus: 'own',
      run: mayChange ? () => setOpen('new') : null,
    },
  ])

  const refetch = async () => {
    for (const key of [
      ['people', project.id],
      ['person', person.id],
      ['timeline', person.id],
      noticesQuery(project.id).queryKey,
    ]) {
      invalidate(queryClient, { queryKey: key })
    }
    await queryClient.invalidateQueries({ queryKey: tasksQuery(person.id).queryKey })
  }
  const save = async (values: TaskValues) => {
    await changes.send(() =>
      open === 'new' || open === null
        ? call('tasksCreate', { body: { data: { project: project.id, person: person.id, ...values } } })
        : call('tasksUpdate', { id: open.id, body: { data: values } }),
    )
    await refetch()
    setOpen(null)
  }
  const setDone = async (task: Task, done: boolean) => {
    if (done) {
      queryClient.setQueryData(tasksQuery(person.id).queryKey, (tasks) => tasks?.filter(({ id }) => id !== task.id))
    }
    const sent = await withErrorToast(() =>
      changes.send(() => call('tasksUpdate', { id: task.id, body: { data: { done } } })),
    )
    await refetch()
    if (done && sent) notify({ title: 'Task done', undo: () => void setDone(task, false) })
  }
  const remove = (id: string) =>
    defer({ id, title: 'Task deleted', work: () => call('tasksDelete', { id, keepalive: true }), after: refetch })

  return (
    <section aria-label="Tasks">
      <div className="flex items-center justify-between gap-4">
        <h2 className="font-semibold">Next action and tasks</h2>
        {mayChange && open !== 'new' && (
          <Button size="small" onClick={() => setOpen('new')}>
            <Icon name="add" /> Add task
          </Button>
        )}
      </div>
      {open === 'new' && (
        <TaskForm
          projectId={project.id}
          me={reader.me}
          task={null}
          now={now}
          onSave={save}
          onCancel={() => setOpen(null)}
        />
      )}
      <div className="mt-2">
        <RowsState
          name="the tasks"
          query={query}
          empty={open !== 'new' && <p className="text-muted">No next action. Add a task with a date.</p>}
        >
          {(tasks) => (
            <ul
              aria-label="Tasks"
              className="divide-y divide-line rounded-xl border border-line bg-raised empty:hidden"
            >
              {tasks
                .filter(({ id }) => !isHidden(id))
                .map((task) => (
                  <li key={task.id} className="px-3 py-2">
                    {open !== null && open !== 'new' && open.id === task.id ? (
                      <TaskForm
                        projectId={project.id}
                        me={reader.me}
                        task={task}
                        now={now}
                        onSave={save}
                        onCancel={() => setOpen(null)}
                      />
                    ) : (
                      <TaskRow
                        task={task}
                        me={reader.me}
                        now={now}
                        mayChange={mayChange}
                        onDone={() => void setDone(task, true)}
                        onEdit={() => setOpen(task)}
                        onRemove={() => remove(task.id)}
                      />
                    )}
                  </li>
                ))}
            </ul>
          )}
        </RowsState>
      </div>
    </section>
  )
}

const looks = { overdue: 'font-medium text-danger', today: 'font-medium text-accent-ink', later: 'text-muted' } as const

interface TaskRowProps {
  task: Task
  /** The ID of the user. */
  me: string
  now: number
  mayChange: boolean
  onDone: () => void
  onEdit: () => void
  onRemove: () => void
}

function TaskRow({ task, me, now, mayChange, onDone, onEdit, onRemove }: TaskRowProps) {
  const { text, dueAt, assignee } = task
  return (
    <div className="flex items-start gap-2">
      {mayChange && (
        <Button
          look="ghost"
          size="icon"
          aria-label={`Mark done: ${text}`}
          title="Mark done"
          onClick={onDone}
          className="-ml-1.5"
        >
          <span aria-hidden="true" className="size-4.5 rounded-full border-2 border-edge" />
        </Button>
      )}
      <div className="min-w-0 flex-1 py-1">
        <p dir="auto" className="wrap-anywhere">
          {text}
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className={classes('tabular', looks[dueOf(dueAt, now)])}>{dueWords(dueAt, now)}</span>
          {assignee && <Badge>{assignee.id === me ? 'Yours' : shortName(assignee.email)}</Badge>}
        </p>
      </div>
      {mayChange && (
        <>
          <Button look="ghost" size="icon" aria-label={`Edit task: ${text}`} onClick={onEdit}>
            <Icon name="edit" />
          </Button>
          <Button look="ghost" size="icon" aria-label={`Delete task: ${text}`} onClick={onRemove}>
            <Icon name="remove" />
          </Button>
        </>
      )}
    </div>
  )
}
