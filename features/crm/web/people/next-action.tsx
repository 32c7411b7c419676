import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import type { RedditPerson } from '../../contract.ts'
import { dueOf, dueWords } from './due.ts'

const looks = {
  overdue: 'font-medium text-danger',
  today: 'font-medium text-accent-ink',
  later: 'text-muted',
} as const

/** What is to be done next about a person, and when. That it is overdue is said in words. */
export function NextAction({ person: { nextTask }, now }: { person: Pick<RedditPerson, 'nextTask'>; now: number }) {
  if (!nextTask) return <p className="truncate text-faint text-sm">No next action</p>
  const due = dueOf(nextTask.dueAt, now)
  return (
    <div className="text-sm">
      <p dir="auto" className="truncate">
        {nextTask.text}
      </p>
      <p className={classes('flex items-center gap-1 text-xs', looks[due])}>
        <Icon name={due === 'overdue' ? 'alert' : 'calendar'} className="size-3.5" />
        {dueWords(nextTask.dueAt, now)}
      </p>
    </div>
  )
}
