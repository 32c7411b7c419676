import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import { FormEnd } from '#platform/web/forms/form-end.tsx'
import { SelectionBar } from '#platform/web/lists/selection-bar.tsx'
import type { RedditPerson } from '../../contract.ts'
import { csvUrl } from '../people/csv-url.ts'
import { personId } from '../people/element-ids.ts'
import { whom } from '../people/labels.ts'
import { ownersQuery } from '../people/queries.ts'
import type { CrmState } from '../people/use-crm.ts'

interface BulkBarProps {
  state: CrmState
  chosen: readonly RedditPerson[]
  shown: number
  /** Whether the menu of stages is open. */
  moving: boolean
  onMoving: (open: boolean) => void
  onChooseAll: () => void
  onClear: () => void
}

/** The most people whose IDs fit into the address of an export. */
const exportMost = 100

/** The changes for all chosen people, below the table. */
export function BulkBar({ state, chosen, shown, moving, onMoving, onChooseAll, onClear }: BulkBarProps) {
  const { project, stages, mayChange, moveTo, assign, tag, setDoNotContact, reader } = state
  const { data: owners = [] } = useQuery(ownersQuery(project.id))
  const [tagging, setTagging] = useState(false)
  const done = (change: () => void) => () => {
    change()
    onClear()
  }
  const isRefused = chosen.every(({ doNotContact }) => doNotContact)
  return (
    <SelectionBar
      chosen={chosen.map(({ id }) => personId(id))}
      shown={shown}
      onChooseAll={onChooseAll}
      onClear={onClear}
    >
      {mayChange && (
        <>
          <Menu
            numbered
            side="top"
            align="end"
            open={moving}
            onOpenChange={onMoving}
            trigger={<Button size="small">Move to</Button>}
          >
            {stages.data?.map(({ key, name }, index) => (
              <MenuItem
                key={key}
                {...(index < 9 && { kbd: String(index + 1) })}
                onClick={done(() => moveTo(chosen, key))}
              >
                {name}
              </MenuItem>
            ))}
          </Menu>
          <Menu side="top" align="end" trigger={<Button size="small">Owner</Button>}>
            {owners.map((owner) => (
              <MenuItem key={owner.id} onClick={done(() => assign(chosen, owner))}>
                {owner.id === reader.me ? `You (${owner.name})` : owner.name}
              </MenuItem>
            ))}
            <MenuSeparator />
            <MenuItem onClick={done(() => assign(chosen, null))}>Nobody</MenuItem>
          </Menu>
          <Button size="small" onClick={() => setTagging(true)}>
            Add tag
          </Button>
          <Button size="small" onClick={done(() => setDoNotContact(chosen, !isRefused))}>
            {isRefused ? 'Allow contact' : 'Do not contact'}
          </Button>
        </>
      )}
      {chosen.length <= exportMost ? (
        <a
          href={csvUrl(
            state,
            chosen.map(({ id }) => id),
          )}
          download
          className={buttonClasses({ size: 'small' })}
        >
          <Icon name="download" /> Export
        </a>
      ) : (
        <Button size="small" disabled title={`Select at most ${exportMost}, or export the whole view.`}>
          <Icon name="download" /> Export
        </Button>
      )}
      <Dialog open={tagging} onOpenChange={setTagging} title={`Tag ${whom(chosen)}`}>
        <TagForm
          onDone={(name) => {
            setTagging(false)
            if (name !== null) done(() => tag(chosen, name))()
          }}
        />
      </Dialog>
    </SelectionBar>
  )
}

/** The most characters of a tag that the server takes. */
const tagMax = 50

function TagForm({ onDone }: { onDone: (name: string | null) => void }) {
  const [name, setName] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() !== '') onDone(name.trim())
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label="Tag">
        {(control) => (
          <Input
            {...control}
            autoFocus
            value={name}
            maxLength={tagMax}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <FormEnd error={undefined} busy={false} disabled={name.trim() === ''} onCancel={() => onDone(null)}>
        Add tag
      </FormEnd>
    </form>
  )
}
