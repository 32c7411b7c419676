import { useState } from 'react'
import { Field } from '#platform/ui/fields/field.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { ConfirmDialog } from '#platform/web/forms/confirm-dialog.tsx'
import type { PersonStage } from '../../contract-stages.ts'
import { call, changes } from '../api.ts'
import { peopleText } from '../people/labels.ts'

interface DeleteStageProps {
  stage: PersonStage
  others: readonly PersonStage[]
  /** How many are in it. */
  people: number
  onDeleted: () => void
  onClose: () => void
}

/** Deletes a stage, and says where its people move to. */
export function DeleteStage({ stage, others, people, onDeleted, onClose }: DeleteStageProps) {
  const [moveTo, setMoveTo] = useState(others[0]?.id ?? '')
  const remove = async () => {
    await changes.send(() => call('personStagesDelete', { id: stage.id, query: people > 0 ? { moveTo } : {} }))
    onDeleted()
    notify({ title: `Deleted the stage ${stage.name}` })
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete the stage ${stage.name}?`}
      action="Delete stage"
      doing="Deleting…"
      onConfirm={remove}
    >
      {people === 0 ? (
        <p>No one is in it.</p>
      ) : (
        <>
          <p>
            {peopleText(people)} {people === 1 ? 'is' : 'are'} in it. Deleting it can't be undone.
          </p>
          <Field label="Move people to">
            {(control) => (
              <Select
                {...control}
                value={moveTo}
                options={others.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={setMoveTo}
              />
            )}
          </Field>
        </>
      )}
    </ConfirmDialog>
  )
}
