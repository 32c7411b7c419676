import { Suspense } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Menu } from '#platform/ui/overlays/menu.tsx'
import { SelectionBar } from '#platform/web/lists/selection-bar.tsx'
import { useSlot } from '#platform/web/slots.ts'
import type { Opportunity } from '../../contract.ts'
import type { Decision } from '../decisions.ts'
import { RejectionReasons } from '../panel/rejection-reasons.tsx'
import { changes } from './changes.ts'
import { rowId } from './row.tsx'

interface BulkBarProps {
  projectId: string
  chosen: readonly Opportunity[]
  /** How many leads are shown. */
  shown: number
  decide: (decision: Decision) => void
  rejecting: boolean
  onRejecting: (open: boolean) => void
  onChooseAll: () => void
  onClear: () => void
}

/** The actions for all chosen leads, below the list. */
export function BulkBar({ projectId, chosen, shown, decide, rejecting, onRejecting, ...bar }: BulkBarProps) {
  const { onChooseAll, onClear } = bar
  const { Leads } = useSlot('addToCrm')
  const can = (decision: Decision) => chosen.some((lead) => changes(lead, decision))
  const reply: Decision = { kind: 'reply', on: true }
  const save: Decision = { kind: 'save', on: true }
  return (
    <SelectionBar chosen={chosen.map(({ id }) => rowId(id))} shown={shown} onChooseAll={onChooseAll} onClear={onClear}>
      {can(reply) && (
        <Button size="small" onClick={() => decide(reply)}>
          Mark replied
        </Button>
      )}
      {can(reply) && (
        <Menu
          numbered
          side="top"
          align="end"
          open={rejecting}
          onOpenChange={onRejecting}
          trigger={<Button size="small">Reject</Button>}
        >
          <RejectionReasons onChoose={(reason) => decide({ kind: 'rejection', on: true, reason })} />
        </Menu>
      )}
      {can(save) && (
        <Button size="small" onClick={() => decide(save)}>
          Save
        </Button>
      )}
      <Suspense>
        <Leads projectId={projectId} leads={async () => chosen.map(({ id }) => id)} onDone={onClear} />
      </Suspense>
      {(['reply', 'rejection'] as const).map(
        (kind) =>
          can({ kind, on: false }) && (
            <Button key={kind} size="small" onClick={() => decide({ kind, on: false })}>
              Move {kind === 'reply' ? 'replied' : 'rejected'} back to new
            </Button>
          ),
      )}
    </SelectionBar>
  )
}
