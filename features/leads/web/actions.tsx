import { useRef } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Kbd } from '#platform/ui/kbd.tsx'
import { Menu } from '#platform/ui/overlays/menu.tsx'
import type { Opportunity } from '../contract.ts'

import type { Decision } from './decisions.ts'
import { selectedRow } from './list/row.tsx'
import { RejectionReasons } from './panel/rejection-reasons.tsx'

interface ActionsProps {
  lead: Opportunity
  decide: (decision: Decision) => void
  rejecting: boolean
  onRejecting: (open: boolean) => void
  side: 'top' | 'bottom'
}

/** In a narrow bar, buttons show only their text, so that they fit in one row. */
const roomy = { icon: '@max-lg:hidden', key: '@max-2xl:hidden' }

/** The actions for a lead, each with its shortcut. */
export function Actions({ lead, decide, rejecting, onRejecting, side }: ActionsProps) {
  const rejected = useRef(false)
  return (
    <>
      {lead.state === 'new' && (
        <>
          <Button look="primary" size="small" onClick={() => decide({ kind: 'reply', on: true })}>
            <Icon name="reply" className={roomy.icon} /> Mark replied <Kbd className={roomy.key}>r</Kbd>
          </Button>
          <Menu
            numbered
            // Beside the list, the focus moves to the row of the lead that is open now, since the rejected one is gone.
            finalFocus={() => {
              const next = rejected.current && side === 'bottom' ? selectedRow() : null
              rejected.current = false
              return next
            }}
            side={side}
            open={rejecting}
            onOpenChange={onRejecting}
            trigger={
              <Button size="small">
                <Icon name="reject" className={roomy.icon} /> Reject <Kbd className={roomy.key}>x</Kbd>
              </Button>
            }
          >
            <RejectionReasons
              onChoose={(reason) => {
                decide({ kind: 'rejection', on: true, reason })
                rejected.current = true
              }}
            />
          </Menu>
        </>
      )}
      {lead.state !== 'new' && (
        <Button
          size="small"
          onClick={() => decide({ kind: lead.state === 'replied' ? 'reply' : 'rejection', on: false })}
        >
          <Icon name="undo" className={roomy.icon} /> Move back to new
        </Button>
      )}
      <Button
        size="small"
        aria-pressed={lead.saved}
        className={lead.saved ? 'border-orange-200 bg-accent-soft text-accent-ink' : ''}
        onClick={() => decide({ kind: 'save', on: !lead.saved })}
      >
        <Icon name="save" className={roomy.icon} /> Save <Kbd className={roomy.key}>s</Kbd>
      </Button>
    </>
  )
}
