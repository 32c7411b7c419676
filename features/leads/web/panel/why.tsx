import { useMemo, useState } from 'react'
import { distinguishing } from '#engine/explain/distinguishing.ts'
import type { Component, Reason } from '#engine/score/component.ts'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import type { Opportunity } from '../../contract.ts'
import { bands, componentNames, plural, signed, withoutReasons } from '../labels.ts'
import { reasonsOf } from '../marks.ts'

interface WhyProps {
  lead: Opportunity
  /** The leads that it is compared with. */
  others: readonly Opportunity[]
  active: number | null
  onActive: (reason: number | null) => void
  /** Scrolls the words of a reason into view. */
  onShow: (reason: number) => void
}

/** The points that fill a bar, as of the strongest component of a good lead. */
const fullBar = 60

/**
 * The breakdown of the score: components, their points, and the reasons. Collapsed, it shows the label, the chance, and
 * the reasons that set the lead apart from the others.
 */
export function Why({ lead, others, active, onActive, onShow }: WhyProps) {
  const reasons = reasonsOf(lead.components)
  const hot = lead.label === 3
  const ownReasons = useMemo(() => {
    const compared = others.filter(({ id }) => id !== lead.id).map(({ components }) => components)
    return distinguishing(lead.components, compared)
  }, [lead, others])
  return (
    <section aria-label="Score" className="@container rounded-xl border border-line bg-raised">
      <details className="group">
        <summary className="flex list-none flex-wrap items-center gap-x-3 rounded-xl px-4 py-3 hover:bg-hover [&::-webkit-details-marker]:hidden">
          <Icon name="chevronRight" className="text-faint transition-transform duration-150 group-open:rotate-90" />
          <h3 className={classes('flex-1 font-semibold', hot ? 'text-accent-ink' : 'text-ink')}>
            {bands[lead.label]}
            <span className="ml-2 font-normal text-muted text-sm">Why?</span>
          </h3>
          <span className="tabular text-muted text-sm">
            Chance <span className="ml-1 font-semibold text-ink text-xl">{Math.round(lead.score)}%</span>
          </span>
          {ownReasons.length > 0 && (
            <span className="wrap-anywhere w-full pl-7 text-muted text-sm">
              {ownReasons.map(({ text, points }, index) => (
                <span key={text}>
                  {index > 0 && ' · '}
                  {text} <span className="tabular whitespace-nowrap">{signed(points)}</span>
                </span>
              ))}
            </span>
          )}
        </summary>
        <ul className="divide-y divide-line border-line border-t">
          {lead.components.map((component) => (
            <li
              key={component.name}
              className="grid grid-cols-[6rem_1fr] gap-x-4 px-4 py-2.5 @lg:grid-cols-[6rem_1fr_8rem]"
            >
              <h4 className="text-muted leading-6">{componentNames[component.name]}</h4>
              <Reasons component={component} all={reasons} active={active} onActive={onActive} onShow={onShow} />
              <Bar component={component} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}

/** Reasons shown at first; the smaller ones are behind a button. */
const shownAtOnce = 4

interface ReasonsProps extends Pick<WhyProps, 'active' | 'onActive' | 'onShow'> {
  component: Component
  all: readonly Reason[]
}

function Reasons({ component: { name, reasons }, all, active, onActive, onShow }: ReasonsProps) {
  const [open, setOpen] = useState(false)
  const hidden = open ? 0 : Math.max(0, reasons.length - shownAtOnce)
  return (
    <ul className="flex min-w-0 flex-col items-start @max-lg:col-span-2 @max-lg:row-start-2">
      {reasons.length === 0 && <li className="text-muted leading-6">{withoutReasons[name]}</li>}
      {reasons.slice(0, reasons.length - hidden).map((reason) => (
        <ReasonLine
          key={reason.text}
          reason={reason}
          active={all.indexOf(reason) === active}
          onActive={(on) => onActive(on ? all.indexOf(reason) : null)}
          onShow={() => onShow(all.indexOf(reason))}
        />
      ))}
      {hidden > 0 && (
        <li>
          <button
            type="button"
            onClick={() => setOpen(true)}
            className="min-h-6 rounded text-muted text-sm hover:text-ink"
          >
            {plural(hidden, 'minor factor')}
            <span className="sr-only"> in {componentNames[name].toLowerCase()}</span>
          </button>
        </li>
      )}
    </ul>
  )
}

function Bar({ component: { points } }: { component: Component }) {
  return (
    <div className="flex h-6 items-center gap-2 @max-lg:col-start-2 @max-lg:row-start-1">
      <div className="h-1.5 flex-1 overflow-hidden rounded-full bg-hover">
        <div
          className={classes('h-full rounded-full', points < 0 ? 'bg-gray-500' : 'bg-accent')}
          style={{ width: `${Math.min(100, (Math.abs(points) / fullBar) * 100)}%` }}
        />
      </div>
      <span className="tabular w-8 text-right font-medium text-sm">{signed(points)}</span>
    </div>
  )
}

interface ReasonLineProps {
  reason: Reason
  active: boolean
  onActive: (on: boolean) => void
  onShow: () => void
}

function ReasonLine({ reason, active, onActive, onShow }: ReasonLineProps) {
  const points = <span className="tabular ml-2 text-muted text-xs">{signed(reason.points)}</span>
  const words = reason.spans.some((span) => span.field === 'title' || span.field === 'body')
  if (!words) {
    return (
      <li className="wrap-anywhere leading-6">
        {reason.text}
        {points}
      </li>
    )
  }
  return (
    <li className="max-w-full">
      <button
        type="button"
        onPointerEnter={() => onActive(true)}
        onPointerLeave={() => onActive(false)}
        onFocus={() => onActive(true)}
        onBlur={() => onActive(false)}
        onClick={onShow}
        className={classes(
          'wrap-anywhere -mx-1.5 min-h-6 rounded px-1.5 text-left leading-6 transition-colors duration-150',
          active && 'bg-accent-soft',
        )}
      >
        <span
          className={classes(
            'underline decoration-2 underline-offset-4',
            active ? 'decoration-orange-500' : 'decoration-orange-200',
          )}
        >
          {reason.text}
        </span>
        {points}
      </button>
    </li>
  )
}
