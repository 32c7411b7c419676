import type { DayRange } from '#engine/dashboard/day-range.ts'
import { classes } from '#platform/ui/classes.ts'
import { count } from '#platform/web/text/units.ts'
import type { Replies as Data } from '../contract.ts'
import { Figure } from './figure.tsx'
import { countText, durationText, paceText } from './labels.ts'
import { repliesAddress } from './links.ts'

/** Each state has a pattern of its own, so that no one needs its color. */
const states = [
  { key: 'live', label: 'live', pattern: 'bg-good' },
  {
    key: 'removed',
    label: 'removed or deleted',
    pattern:
      'bg-[repeating-linear-gradient(45deg,var(--color-danger)_0_3px,var(--color-danger-soft)_3px_6px)] ring-1 ring-danger ring-inset',
  },
  { key: 'unchecked', label: 'not checked', pattern: 'bg-raised ring-1 ring-gray-400 ring-inset' },
] as const

/** How fast leads were replied to, and whether the replies are still shown on Reddit. */
export function Replies({ replies, range }: { replies: Data; range: DayRange }) {
  const { sent, medianSeconds, before } = replies
  if (sent.count === 0) {
    return (
      <p className="text-pretty text-muted">
        No replies in this period.
        {before.sent > 0 && ` There ${before.sent === 1 ? 'was' : 'were'} ${count(before.sent)} in the period before.`}{' '}
        Leads count once you mark them as replied.
      </p>
    )
  }
  const pace = paceText(medianSeconds, before.medianSeconds, range)
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Figure to={repliesAddress(range)} className="flex flex-col gap-1 self-start">
          <span className="text-muted text-sm">Median time to reply</span>
          <span className="font-semibold text-3xl tracking-tight">
            {medianSeconds === null ? 'Unknown' : durationText(medianSeconds)}
          </span>
        </Figure>
        <p className="mt-1 text-muted text-sm">
          {pace ?? 'From when the lead appeared until it was marked as replied'}
        </p>
      </div>
      <div className="flex flex-col gap-2">
        <p>
          <Figure to={repliesAddress(range)} className="font-medium">
            {countText(sent)} {sent.count === 1 ? 'reply' : 'replies'}
          </Figure>
        </p>
        <div aria-hidden="true" className="flex h-4 gap-px">
          {states
            .filter(({ key }) => replies[key].count > 0)
            .map(({ key, pattern }) => (
              <span
                key={key}
                className={classes('h-full min-w-1 rounded-sm', pattern)}
                style={{ flexGrow: replies[key].count }}
              />
            ))}
        </div>
        <ul aria-label="Replies by visibility" className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
          {states.map(({ key, label, pattern }) => (
            <li key={key} className="flex items-center gap-1.5">
              <span aria-hidden="true" className={classes('h-3 w-5 shrink-0 rounded-sm', pattern)} />
              <Figure to={repliesAddress(range, key)}>
                {countText(replies[key])} {label}
              </Figure>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
