import type { PeopleSortKey } from '#engine/crm/people-view.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { classes } from '#platform/ui/classes.ts'
import { numbers, type TableColumn, type TableSort } from '#platform/web/lists/list-table.tsx'
import { exactTime } from '#platform/web/text/age.ts'
import type { RedditPerson } from '../../contract.ts'
import type { PersonStage } from '../../contract-stages.ts'
import { dueOf, dueWords, stageDays } from '../people/due.ts'
import { shortName, stageName } from '../people/labels.ts'
import { moneyText } from '../people/money.ts'

interface ColumnsContext {
  stages: readonly PersonStage[]
  /** The ID of the user. */
  me: string
  now: number
  sortBy: (by: PeopleSortKey) => TableSort
}

/** Returns the columns after the name. */
export function columnsOf({ stages, me, now, sortBy }: ColumnsContext): TableColumn<RedditPerson>[] {
  return [
    {
      label: 'Stage',
      sort: sortBy('stage'),
      className: 'w-32',
      cell: ({ stage }) => <span className="text-ink">{stageName(stages, stage)}</span>,
    },
    {
      label: 'Next action',
      sort: sortBy('nextTaskAt'),
      className: 'hidden w-[28%] @2xl:table-cell',
      cell: ({ nextTask }) =>
        nextTask ? (
          <span title={nextTask.text} className="flex items-center gap-2">
            <Due dueAt={nextTask.dueAt} now={now} />
            <span dir="auto" className="truncate">
              {nextTask.text}
            </span>
          </span>
        ) : (
          <span className="text-faint">None</span>
        ),
    },
    {
      label: 'Value',
      sort: sortBy('value'),
      className: classes('hidden w-24 @md:table-cell', numbers),
      cell: ({ value, currency }) =>
        value !== null && currency !== null && <span className="text-ink">{moneyText({ value, currency })}</span>,
    },
    {
      label: 'Owner',
      className: 'hidden w-32 @4xl:table-cell',
      cell: ({ owner }) => owner && <span title={owner.email}>{owner.id === me ? 'You' : shortName(owner.email)}</span>,
    },
    {
      label: 'Tags',
      className: 'hidden w-[18%] @5xl:table-cell',
      cell: ({ tags }) => (
        <span title={tags.join(', ')} className="flex gap-1 overflow-hidden">
          {tags.slice(0, 1).map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
          {tags.length > 1 && <span className="shrink-0">+{tags.length - 1}</span>}
        </span>
      ),
    },
    {
      label: 'In stage',
      sort: sortBy('stageSince'),
      className: 'hidden w-24 @3xl:table-cell',
      cell: ({ stageSince }) => (
        <time dateTime={stageSince} title={exactTime(stageSince)} className="tabular relative">
          {stageDays(stageSince, now)}
        </time>
      ),
    },
  ]
}

const looks = { overdue: 'font-medium text-danger', today: 'font-medium text-accent-ink', later: '' } as const

function Due({ dueAt, now }: { dueAt: string; now: number }) {
  return <span className={classes('shrink-0', looks[dueOf(dueAt, now)])}>{dueWords(dueAt, now)}</span>
}
