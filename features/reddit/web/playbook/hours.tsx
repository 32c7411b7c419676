import { classes } from '#platform/ui/classes.ts'
import type { CommunityPlaybook } from '../../contract-playbook.ts'
import { busiestText, cellText, hoursBasisText, shadeOf, weekdayNames } from './playbook-text.ts'

const shades = ['bg-hover', 'bg-chart-1/25', 'bg-chart-1/50', 'bg-chart-1/75', 'bg-chart-1'] as const
const labeledHours = [0, 6, 12, 18]

/** When posts and comments of the community were written, by day of the week and hour. */
export function Hours({ hours }: Pick<CommunityPlaybook, 'hours'>) {
  if (hours.posts === 0) return <p className="text-muted text-sm">{hoursBasisText(hours)}</p>
  const most = Math.max(...hours.counts.flat())
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium">{busiestText(hours)}</p>
      <div role="img" aria-label={`Posts by day and hour. ${busiestText(hours)}`} className="flex flex-col gap-px">
        {hours.counts.map((counts, day) => (
          <div key={weekdayNames[day]} className="flex items-center gap-px">
            <span className="w-8 shrink-0 text-faint text-xs">{weekdayNames[day]}</span>
            {counts.map((count, hour) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: an hour of the day
                key={hour}
                title={cellText(day, hour, count)}
                className={classes('h-4 min-w-0 flex-1 rounded-xs', shades[shadeOf(count, most)])}
              />
            ))}
          </div>
        ))}
        <div aria-hidden="true" className="flex gap-px text-faint text-xs">
          <span className="w-8 shrink-0" />
          {labeledHours.map((hour) => (
            <span key={hour} className="tabular flex-1">
              {String(hour).padStart(2, '0')}
            </span>
          ))}
        </div>
      </div>
      <p className="text-muted text-sm">{hoursBasisText(hours)}</p>
    </div>
  )
}
