import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, type FormEvent, useState } from 'react'
import { defaultPeopleView } from '#engine/crm/people-view.ts'
import { Button } from '#platform/ui/button.tsx'
import { classes } from '#platform/ui/classes.ts'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Drawer } from '#platform/ui/overlays/dialog.tsx'
import { invalidate } from '#platform/web/api/fetches.ts'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { Locked } from '#platform/web/forms/section.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import type { PersonStage } from '../../contract-stages.ts'
import { call, changes } from '../api.ts'
import { peopleText } from '../people/labels.ts'
import { stagesQuery, totalsQuery } from '../people/queries.ts'
import type { CrmState } from '../people/use-crm.ts'
import { DeleteStage } from './delete-stage.tsx'
import { kindNames, kinds } from './kinds.ts'
import { reordered } from './reordered.ts'

/** The most stages of a project, and the most characters of a name, that the server takes. */
const stagesMost = 12
const nameMax = 50

interface StagesProps {
  state: CrmState
  onClose: () => void
}

/** The stages of a project: rename, add, delete, and put them in order. */
export function Stages({ state, onClose }: StagesProps) {
  const { project, stages, mayChange, reader } = state
  const queryClient = useQueryClient()
  const { data: totals } = useQuery(totalsQuery(reader, defaultPeopleView, stages.data ?? []))
  const [dragged, setDragged] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<PersonStage | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const all = stages.data ?? []
  const { queryKey } = stagesQuery(project.id)
  const refetch = () => {
    invalidate(queryClient, { queryKey })
    invalidate(queryClient, { queryKey: ['people', project.id] })
  }
  const update = async (id: string, data: { name?: string; kind?: PersonStage['kind']; position?: number }) => {
    await changes.send(() => call('personStagesUpdate', { id, body: { data } }))
    await queryClient.invalidateQueries({ queryKey })
  }
  function moveTo(stage: PersonStage, position: number): void {
    const next = reordered(all, stage.id, position)
    if (!next) return
    queryClient.setQueryData(queryKey, next)
    setAnnouncement(`${stage.name} is now stage ${position} of ${all.length}`)
    void withErrorToast(() => update(stage.id, { position })).then(refetch)
  }
  const peopleIn = (key: string) => totals?.find(({ stage }) => stage === key)?.people ?? 0
  return (
    <Drawer open onOpenChange={onClose} title="Stages" side="end">
      <div className="flex flex-col gap-5">
        <p className="text-muted">
          Everyone begins in {stageOfNew(all)}. Campaigns stop for people in won or lost stages.
        </p>
        {!mayChange && <Locked>Your role can't change stages.</Locked>}
        <ol aria-label="Stages" className="flex flex-col gap-2">
          {all.map((stage, index) => (
            <StageRow
              key={stage.id}
              stage={stage}
              people={peopleIn(stage.key)}
              mayChange={mayChange}
              isDragged={dragged === stage.id}
              onUp={index > 0 ? () => moveTo(stage, index) : null}
              onDown={index < all.length - 1 ? () => moveTo(stage, index + 2) : null}
              onRename={(name) => update(stage.id, { name })}
              onKind={(kind) => void withErrorToast(() => update(stage.id, { kind }))}
              onDelete={() => setDeleting(stage)}
              drag={{
                onDragStart: (event) => {
                  event.dataTransfer.effectAllowed = 'move'
                  event.dataTransfer.setData('text/plain', stage.name)
                  setTimeout(setDragged, 0, stage.id)
                },
                onDragEnd: () => setDragged(null),
                onDragOver: (event) => dragged !== null && event.preventDefault(),
                onDrop: (event) => {
                  event.preventDefault()
                  const moved = all.find(({ id }) => id === dragged)
                  setDragged(null)
                  if (moved) moveTo(moved, index + 1)
                },
              }}
            />
          ))}
        </ol>
        {mayChange && all.length < stagesMost && <AddStage projectId={project.id} onAdded={refetch} />}
        {mayChange && all.length >= stagesMost && (
          <p className="text-muted text-sm">A project has at most {stagesMost} stages.</p>
        )}
        <p className="sr-only" aria-live="polite">
          {announcement}
        </p>
      </div>
      {deleting && (
        <DeleteStage
          stage={deleting}
          others={all.filter(({ id }) => id !== deleting.id)}
          people={peopleIn(deleting.key)}
          onDeleted={refetch}
          onClose={() => setDeleting(null)}
        />
      )}
    </Drawer>
  )
}

function stageOfNew(stages: readonly PersonStage[]): string {
  return stages.find(({ key }) => key === 'new')?.name ?? 'New'
}

interface StageRowProps {
  stage: PersonStage
  people: number
  mayChange: boolean
  isDragged: boolean
  /** Null: it is the first or last. */
  onUp: (() => void) | null
  onDown: (() => void) | null
  onRename: (name: string) => Promise<void>
  onKind: (kind: PersonStage['kind']) => void
  onDelete: () => void
  drag: Record<'onDragStart' | 'onDragEnd' | 'onDragOver' | 'onDrop', (event: DragEvent) => void>
}

function StageRow({
  stage,
  people,
  mayChange,
  isDragged,
  onUp,
  onDown,
  onRename,
  onKind,
  onDelete,
  drag,
}: StageRowProps) {
  const [name, setName] = useState(stage.name)
  const [known, setKnown] = useState(stage.name)
  if (known !== stage.name) {
    setKnown(stage.name)
    setName(stage.name)
  }
  const { busy, error, send } = useSubmission()
  const isFirst = stage.key === 'new'
  const rename = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && name.trim() !== stage.name) void send(() => onRename(name.trim()))
  }
  return (
    <li
      {...(mayChange && drag)}
      draggable={mayChange}
      className={classes(
        'flex flex-col gap-2 rounded-xl border border-line p-2.5',
        mayChange && 'cursor-grab active:cursor-grabbing',
        isDragged && 'opacity-50',
      )}
    >
      <form onSubmit={rename} className="flex items-center gap-1.5">
        <Input
          aria-label={`Name of ${stage.name}`}
          value={name}
          maxLength={nameMax}
          disabled={!mayChange}
          // A text is selected by dragging in the field.
          draggable
          onDragStart={(event) => {
            event.preventDefault()
            event.stopPropagation()
          }}
          onChange={(event) => setName(event.target.value)}
          onBlur={rename}
          aria-busy={busy || undefined}
          className="min-w-0 flex-1"
        />
        {mayChange && (
          <>
            <Button
              look="ghost"
              size="icon"
              aria-label={`Move ${stage.name} up`}
              aria-disabled={onUp === null}
              onClick={() => onUp?.()}
            >
              <Icon name="arrowUp" />
            </Button>
            <Button
              look="ghost"
              size="icon"
              aria-label={`Move ${stage.name} down`}
              aria-disabled={onDown === null}
              onClick={() => onDown?.()}
            >
              <Icon name="arrowDown" />
            </Button>
            <Button
              look="ghost"
              size="icon"
              aria-label={`Delete ${stage.name}`}
              disabled={isFirst}
              {...(isFirst && { title: "Everyone starts here, so you can't delete this stage." })}
              onClick={onDelete}
            >
              <Icon name="remove" />
            </Button>
          </>
        )}
      </form>
      <div className="flex items-center justify-between gap-3">
        <Select
          aria-label={`Kind of ${stage.name}`}
          quiet
          value={stage.kind}
          options={kinds.map((kind) => ({ value: kind, label: kindNames[kind].name, detail: kindNames[kind].detail }))}
          disabled={!mayChange || isFirst}
          onChange={onKind}
        />
        <span className="tabular pr-2 text-muted text-sm">{peopleText(people)}</span>
      </div>
      <FormError>{error}</FormError>
    </li>
  )
}

function AddStage({ projectId, onAdded }: { projectId: string; onAdded: () => void }) {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const { busy, error, send } = useSubmission()
  const add = async () => {
    await call('personStagesCreate', { body: { data: { project: projectId, name: name.trim() } } })
    await queryClient.invalidateQueries({ queryKey: stagesQuery(projectId).queryKey })
    setName('')
    onAdded()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') void send(add)
      }}
    >
      <Field label="New stage" error={error}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              value={name}
              maxLength={nameMax}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit" look="primary" className="h-10" busy={busy} disabled={name.trim() === ''}>
              Add stage
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
