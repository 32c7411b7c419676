import { mainReason } from '#engine/rules/main-reason.ts'
import { classes } from '#platform/ui/classes.ts'
import { Signal } from '#platform/ui/signal.tsx'
import { quoteMark } from '#platform/web/post/marks.ts'
import type { Opportunity } from '../../contract.ts'
import { bands } from '../labels.ts'

interface HeadlineProps {
  lead: Opportunity
  onActive: (reason: number | null) => void
  /** Scrolls the quoted words into view. */
  onShow: (reason: number) => void
}

/** Why the post is a lead, in one sentence. If it quotes the text below, pressing it shows the quoted words. */
export function Headline({ lead, onActive, onShow }: HeadlineProps) {
  const text = lead.sentence?.text ?? mainReason(lead.components)?.text ?? bands[lead.label]
  const hot = lead.label === 3
  const look = classes('wrap-anywhere min-w-0 text-pretty text-left font-medium', hot && 'text-accent-ink')
  return (
    <div className="mt-2 flex gap-2">
      <Signal strength={lead.label} className={classes('mt-0.5 h-4.5 w-auto', hot ? 'text-accent' : 'text-gray-500')} />
      {lead.sentence?.span?.field === 'body' ? (
        <button
          type="button"
          dir="auto"
          onPointerEnter={() => onActive(quoteMark)}
          onPointerLeave={() => onActive(null)}
          onFocus={() => onActive(quoteMark)}
          onBlur={() => onActive(null)}
          onClick={() => onShow(quoteMark)}
          className={classes(look, 'rounded')}
        >
          {text}
        </button>
      ) : (
        <p dir="auto" className={look}>
          {text}
        </p>
      )}
    </div>
  )
}
