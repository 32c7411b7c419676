import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu } from '#platform/ui/overlays/menu.tsx'
import type { Opportunity } from '../../contract.ts'
import type { Decision } from '../decisions.ts'
import { count } from '../labels.ts'
import { RejectionReasons } from '../panel/rejection-reasons.tsx'
import { changes } from './chosen.ts'
import { useFirstInSight } from './row.tsx'

interface BulkBarProps {
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
export function BulkBar({ chosen, shown, decide, rejecting, onRejecting, onChooseAll, onClear }: BulkBarProps) {
  useFirstInSight(chosen[0]?.id)
  const can = (decision: Decision) => chosen.some((lead) => changes(lead, decision))
  const reply: Decision = { kind: 'reply', on: true }
  const save: Decision = { kind: 'save', on: true }
  return (
    <section
      aria-label="Selection"
      className="flex shrink-0 flex-wrap items-center gap-1.5 border-line border-t bg-sunken py-2 pr-4 pl-2"
    >
      <Button look="ghost" size="icon" aria-label="Clear selection" onClick={onClear}>
        <Icon name="close" />
      </Button>
      <p role="status" className="tabular mr-auto font-medium text-sm">
        {count(chosen.length)} selected
      </p>
      {chosen.length < shown && (
        <Button look="ghost" size="small" onClick={onChooseAll}>
          <span>
            <span className="sr-only">Select </span>All {count(shown)}
          </span>
        </Button>
      )}
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
      {(['reply', 'rejection'] as const).map(
        (kind) =>
          can({ kind, on: false }) && (
            <Button key={kind} size="small" onClick={() => decide({ kind, on: false })}>
              Move {kind === 'reply' ? 'replied' : 'rejected'} back to new
            </Button>
          ),
      )}
    </section>
  )
}
