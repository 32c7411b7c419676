import { mainReason } from '#engine/rules/main-reason.ts'
import { classes } from '#platform/ui/classes.ts'
import { Signal } from '#platform/ui/signal.tsx'
import type { Opportunity } from '../../contract.ts'
import { bands } from '../labels.ts'

/** Why the post is a lead, in one sentence. */
export function Headline({ lead }: { lead: Opportunity }) {
  const reason = mainReason(lead.components)
  const hot = lead.label === 3
  return (
    <p className="mt-2 flex gap-2 text-pretty">
      <Signal strength={lead.label} className={classes('mt-0.5 h-4.5 w-auto', hot ? 'text-accent' : 'text-gray-500')} />
      <span className={classes('wrap-anywhere min-w-0 font-medium', hot && 'text-accent-ink')}>
        {reason?.text ?? bands[lead.label]}
      </span>
    </p>
  )
}
