import { type FormEvent, useState } from 'react'
import { drawable } from '#engine/insights/charts.ts'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Drawer } from '#platform/ui/overlays/dialog.tsx'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import type { ReportDefinition } from '../../contract.ts'
import type { Tile } from '../../contract-boards.ts'
import { DefinitionFields } from '../definition-fields.tsx'
import { metricNames } from '../labels.ts'
import { newId } from './new-id.ts'

interface TileDrawerProps {
  projectId: string
  /** Null: a new one. */
  tile: Tile | null
  onSave: (tile: Tile) => void
  onClose: () => void
}

const first: ReportDefinition = {
  ...{ metric: 'leads', groupBy: 'day', breakdown: null, chart: 'line', days: 30, compare: 'before', subreddits: [] },
}

/** Adds or edits a chart. Without a title, it has the name of its metric. */
export function TileDrawer({ projectId, tile, onSave, onClose }: TileDrawerProps) {
  const [title, setTitle] = useState(tile?.title ?? '')
  const [definition, setDefinition] = useState(() => drawable(tile?.definition ?? first))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave({ id: tile?.id ?? newId(), title: title.trim() || metricNames[definition.metric], definition })
  }
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} side="end" title={tile ? 'Edit chart' : 'Add chart'}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label="Title">
          {(control) => (
            <Input
              {...control}
              value={title}
              maxLength={100}
              placeholder={metricNames[definition.metric]}
              autoComplete="off"
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        <DefinitionFields projectId={projectId} value={definition} onChange={setDefinition} withDays={false} />
        <FormEnd error={undefined} busy={false} onCancel={onClose}>
          {tile ? 'Save chart' : 'Add chart'}
        </FormEnd>
      </form>
    </Drawer>
  )
}
