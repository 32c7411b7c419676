import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { TagInput } from '#platform/ui/fields/tag-input.tsx'
import { Dialog } from '#platform/ui/overlays/dialog.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import type { Keyword } from '../../contract.ts'
import { type KeywordBulkEdits, type KeywordChange, kinds } from './use-keywords.ts'

interface BulkActionsProps {
  keywords: Keyword[]
  edits: KeywordBulkEdits
  onDone: () => void
}

/** The actions for several keywords at once. */
export function BulkActions({ keywords, edits, onDone }: BulkActionsProps) {
  const [asking, setAsking] = useState(false)
  const own = keywords.filter(({ kind }) => kind !== 'competitor')
  const change = (values: KeywordChange, title: string) => {
    edits.change(own, values, title)
    onDone()
  }
  return (
    <>
      <Button size="small" onClick={() => change({ status: 'active' }, 'Resumed')}>
        Resume
      </Button>
      <Button size="small" onClick={() => change({ status: 'paused' }, 'Paused')}>
        Pause
      </Button>
      <Menu trigger={<Button size="small">Change</Button>} align="end">
        <MenuGroup label="Kind">
          {kinds.map(({ value, label }) => (
            <MenuItem key={value} onClick={() => change({ kind: value }, `Changed kind to ${label.toLowerCase()} for`)}>
              {label}
            </MenuItem>
          ))}
        </MenuGroup>
        <MenuSeparator />
        <MenuItem onClick={() => setAsking(true)}>Communities…</MenuItem>
      </Menu>
      <Button
        size="small"
        look="danger"
        onClick={() => {
          edits.remove(own)
          onDone()
        }}
      >
        Delete
      </Button>
      <Dialog open={asking} onOpenChange={setAsking} title="Set communities">
        <Communities
          onSave={(subredditsIn, subredditsOut) => {
            setAsking(false)
            change({ subredditsIn, subredditsOut }, 'Changed communities for')
          }}
        />
      </Dialog>
    </>
  )
}

function Communities({ onSave }: { onSave: (within: string[], out: string[]) => void }) {
  const [within, setWithin] = useState<string[]>([])
  const [out, setOut] = useState<string[]>([])
  return (
    <div className="flex flex-col gap-5">
      <Field label="Only in" hint="Leave empty to search everywhere. Replaces the current communities.">
        {(control) => <TagInput {...control} value={within} onChange={setWithin} noun="community" maxLength={60} />}
      </Field>
      <Field label="Not in">
        {(control) => <TagInput {...control} value={out} onChange={setOut} noun="community" maxLength={60} />}
      </Field>
      <Button look="primary" className="self-end" onClick={() => onSave(within, out)}>
        Set communities
      </Button>
    </div>
  )
}
