import { Actions } from '../actions.tsx'
import { rowId } from '../list/row.tsx'
import type { Triage } from '../use-triage.ts'
import { Panel } from './panel.tsx'

interface LeadPanelProps {
  projectId: string
  triage: Triage
  now: number
}

/** The open lead of the leads screen, with its actions. */
export function LeadPanel({ projectId, triage, now }: LeadPanelProps) {
  const { wide, list, selectedId, selected, error, mayDecide, lastId } = triage
  return (
    <Panel
      projectId={projectId}
      decide={triage.decideSelected}
      wide={wide}
      selectedId={selectedId}
      loading={list.isPending}
      lead={selected}
      others={triage.leads}
      error={error}
      onClose={triage.close}
      closable={triage.closable}
      rowAfter={() => document.getElementById(rowId(lastId ?? ''))}
      now={now}
      actions={(side) =>
        selected &&
        mayDecide && (
          <Actions
            lead={selected}
            decide={triage.decideSelected}
            rejecting={triage.rejecting && triage.choice.chosen.length === 0}
            onRejecting={triage.setRejecting}
            side={side}
          />
        )
      }
    />
  )
}
