import { Suspense } from 'react'
import { Link } from 'react-router'
import { placeName } from '#engine/places/places.ts'
import type { Sort } from '#engine/rules/lead-view.ts'
import { mainReason } from '#engine/rules/main-reason.ts'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { ListTable, numbers, type TableColumn, type TableSort } from '#platform/web/lists/list-table.tsx'
import { isPlainClick } from '#platform/web/lists/plain-click.ts'
import { isGone, nameOf } from '#platform/web/post/shown-post.ts'
import { useProject, useUser } from '#platform/web/session/project.ts'
import { useSlot } from '#platform/web/slots.ts'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import type { Opportunity } from '../../contract.ts'
import { awayText, bands, count, windowNames, windowOf } from '../labels.ts'
import type { ListProps } from './list.tsx'
import { rowId, State } from './row.tsx'

interface LeadTableProps extends ListProps {
  sort: Sort
  onSort: (sort: Sort) => void
}

/** The leads as a table with one line each. */
export function LeadTable({ listKey, leads, total, tab, selectedId, keptId, sort, onSort, ...row }: LeadTableProps) {
  const me = useUser()?.id
  const seo = useSlot('seo')
  const projectId = useProject()?.id ?? ''
  const title: TableColumn<Opportunity> = {
    label: 'Title',
    className: '',
    strong: true,
    cell: (lead) => (
      <span className="flex items-center gap-2">
        <span className="min-w-0 truncate">
          <Title
            lead={lead}
            away={awayText(lead, tab)}
            href={row.hrefOf(lead.id)}
            selected={lead.id === selectedId}
            onOpen={row.onOpen}
          />
        </span>
        {lead.post && (
          <Suspense>
            <seo.Tag projectId={projectId} leadId={lead.id} />
          </Suspense>
        )}
      </span>
    ),
  }
  const sortBy = (by: Sort, falls: boolean, explained: string): TableSort => ({
    ...{ isSorted: by === sort, falls, title: explained },
    onSort: () => onSort(by),
  })
  const [chance, ...others] = columnsOf({ now: row.now, me, withState: tab === 'all', sortBy })
  return (
    <ListTable
      label="Opportunities"
      rows={leads}
      columns={[chance, title, ...others]}
      total={total}
      listKey={listKey}
      keptId={keptId}
      selectedId={selectedId}
      isChosen={row.isChosen}
      onChoose={row.onChoose}
      nameOf={({ post }) => (post ? nameOf(post) : null)}
    />
  )
}

interface ColumnsContext {
  now: number
  /** The user. */
  me: string | undefined
  /** Whether the table has leads in different states. */
  withState: boolean
  /** The order that a header chooses, whether its values then fall, and its explanation. */
  sortBy: (by: Sort, falls: boolean, explained: string) => TableSort
}

/** Returns the column before the title, and those after it. */
function columnsOf({
  now,
  me,
  withState,
  sortBy,
}: ColumnsContext): [TableColumn<Opportunity>, ...TableColumn<Opportunity>[]] {
  return [
    {
      label: 'Chance',
      sort: sortBy('chance', true, 'Highest chance first'),
      className: classes('w-20', numbers),
      strong: true,
      cell: ({ score, label }) => (
        <span className={classes('font-semibold', label === 3 ? 'text-accent-ink' : 'text-ink')}>
          {Math.round(score)}
          <span className="sr-only"> percent</span>
        </span>
      ),
    },
    {
      label: 'Community',
      className: 'hidden w-32 @xl:table-cell',
      cell: ({ post }) => post && placeName(post.subreddit),
    },
    {
      label: 'Age',
      sort: sortBy('newest', false, 'Newest first'),
      className: classes('w-18', numbers),
      cell: ({ postedAt }) => (
        <time dateTime={postedAt ?? undefined} title={postedAt ? exactTime(postedAt) : undefined} className="relative">
          {ageText(postedAt, now)}
        </time>
      ),
    },
    {
      label: 'Window',
      sort: sortBy('now', true, 'Best to answer now first'),
      className: 'hidden w-22 @4xl:table-cell',
      cell: (lead) => windowNames[windowOf(lead, now)],
    },
    {
      label: 'Votes',
      className: classes('hidden w-14 @4xl:table-cell', numbers),
      cell: ({ post }) => count(post?.score ?? null),
    },
    {
      label: 'Comments',
      sort: sortBy('active', true, 'Most active first'),
      className: classes('hidden w-26 @4xl:table-cell', numbers),
      cell: ({ post }) => count(post?.numComments ?? null),
    },
    {
      label: 'Label',
      className: 'hidden w-32 @3xl:table-cell',
      cell: ({ label }) => (
        <span className={classes('font-medium', label === 3 ? 'text-accent-ink' : 'text-ink')}>{bands[label]}</span>
      ),
    },
    {
      label: 'Why',
      className: 'hidden w-[20%] @7xl:table-cell',
      cell: ({ post, sentence, components }) => {
        const why = (sentence ?? mainReason(components))?.text
        return post && isGone(post) ? null : <span title={why}>{why}</span>
      },
    },
    {
      label: withState ? 'State' : 'Team',
      className: withState ? 'w-30' : 'hidden w-20 @4xl:table-cell',
      cell: (lead) => (
        <span className="flex items-center gap-1.5">
          {withState && <State lead={lead} />}
          {lead.saved && <Mark icon="save" text="Saved" className="text-accent-ink" />}
          {lead.claim && !withState && (
            <span className="truncate">{lead.claim.user === me ? 'You' : lead.claim.by}</span>
          )}
          {lead.claim && withState && <Mark icon="people" text={`Claimed by ${lead.claim.by}`} />}
        </span>
      ),
    },
  ]
}

function Mark({ icon, text, className }: { icon: 'save' | 'people'; text: string; className?: string }) {
  return (
    <span title={text} className={classes('relative flex', className)}>
      <Icon name={icon} className="size-3.5" />
      <span className="sr-only">{text}</span>
    </span>
  )
}

interface TitleProps {
  lead: Opportunity
  away: string | null
  href: string
  selected: boolean
  onOpen: (id: string) => void
}

function Title({ lead: { id, post, unread }, away, href, selected, onOpen }: TitleProps) {
  const title = post && nameOf(post)
  return (
    <>
      {away && <span className="mr-2 font-medium text-ink">{away}</span>}
      {/* The link covers the whole row, but only the title is its name. */}
      <Link
        to={href}
        state="from list"
        id={rowId(id)}
        title={title}
        aria-current={selected ? 'true' : undefined}
        preventScrollReset
        onClick={(event) => isPlainClick(event) && onOpen(id)}
        className={classes(
          'outline-none after:absolute after:inset-0',
          unread ? 'font-semibold text-ink' : 'text-muted',
        )}
      >
        {title}
      </Link>
      {unread && <span className="sr-only">Unread</span>}
    </>
  )
}
