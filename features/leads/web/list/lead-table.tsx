import { Fragment, type ReactNode, Suspense, useRef } from 'react'
import { Link } from 'react-router'
import { placeName } from '#engine/places/places.ts'
import type { Sort } from '#engine/rules/lead-view.ts'
import { mainReason } from '#engine/rules/main-reason.ts'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { ChooseBox } from '#platform/web/lists/choose-box.tsx'
import { isPlainClick } from '#platform/web/lists/plain-click.ts'
import { useRowsInSight } from '#platform/web/lists/use-rows-in-sight.ts'
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

interface Column {
  label: string
  /** The order that its header chooses, and whether its values then rise or fall. */
  sort?: { by: Sort; falls: boolean; title: string }
  /** Its width, and the width of the table from which it is shown. */
  className: string
  cell: (lead: Opportunity) => ReactNode
}

const right = 'text-right tabular'

/** The leads as a table with one line each. Only the lines in sight are in the document, unless they are few. */
export function LeadTable({ listKey, leads, total, tab, selectedId, keptId, sort, onSort, ...row }: LeadTableProps) {
  const table = useRef<HTMLTableElement>(null)
  const me = useUser()?.id
  const seo = useSlot('seo')
  const projectId = useProject()?.id ?? ''
  const { rows, rest, measure, onFocus } = useRowsInSight(leads, { listKey, list: table, height: 37, keptId })
  const columns = columnsOf({ now: row.now, me, withState: tab === 'all' })
  return (
    <table
      ref={table}
      aria-label="Opportunities"
      aria-rowcount={total === -1 ? -1 : total + 1}
      onFocus={onFocus}
      className="w-full table-fixed border-separate border-spacing-0 text-left text-sm"
    >
      <thead>
        <tr aria-rowindex={1}>
          {row.onChoose && (
            <th scope="col" className={classes(headClasses, 'w-10 pr-0')}>
              <span className="sr-only">Select</span>
            </th>
          )}
          <Head column={chance} sort={sort} onSort={onSort} />
          <th scope="col" className={headClasses}>
            Title
          </th>
          {columns.map((column) => (
            <Head key={column.label} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row: lead, index, gap }) => (
          <Fragment key={lead.id}>
            {gap > 0 && <Gap height={gap} />}
            <tr
              ref={measure}
              data-index={index}
              aria-rowindex={index + 2}
              className={classes(
                'relative scroll-mt-10',
                'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus',
                lead.id === selectedId ? 'bg-accent-soft' : row.isChosen(lead.id) ? 'bg-hover' : 'hover:bg-sunken',
              )}
            >
              {row.onChoose && (
                <td className={classes(cellClasses, 'pr-0')}>
                  {lead.post && (
                    <ChooseBox
                      id={lead.id}
                      name={nameOf(lead.post)}
                      chosen={row.isChosen(lead.id)}
                      onChoose={row.onChoose}
                      className="-ml-2"
                    />
                  )}
                </td>
              )}
              <td className={classes(cellClasses, chance.className)}>{chance.cell(lead)}</td>
              <td className={cellClasses}>
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
              </td>
              {columns.map(({ label, className, cell }) => (
                <td key={label} className={classes(cellClasses, 'text-muted', className)}>
                  {cell(lead)}
                </td>
              ))}
            </tr>
          </Fragment>
        ))}
        {rest > 0 && <Gap height={rest} />}
      </tbody>
    </table>
  )
}

const headClasses =
  'sticky top-0 z-2 h-9 border-line border-b bg-sunken px-2 font-medium text-muted first:pl-4 last:pr-4'
const cellClasses = 'h-9 truncate border-line border-b px-2 py-0 first:pl-4 last:pr-4'

const chance: Column = {
  label: 'Chance',
  sort: { by: 'chance', falls: true, title: 'Highest chance first' },
  className: classes('w-20', right),
  cell: ({ score, label }) => (
    <span className={classes('font-semibold', label === 3 ? 'text-accent-ink' : 'text-ink')}>
      {Math.round(score)}
      <span className="sr-only"> percent</span>
    </span>
  ),
}

interface ColumnsContext {
  now: number
  /** The user. */
  me: string | undefined
  /** Whether the table has leads in different states. */
  withState: boolean
}

function columnsOf({ now, me, withState }: ColumnsContext): Column[] {
  return [
    {
      label: 'Community',
      className: 'hidden w-32 @xl:table-cell',
      cell: ({ post }) => post && placeName(post.subreddit),
    },
    {
      label: 'Age',
      sort: { by: 'newest', falls: false, title: 'Newest first' },
      className: classes('w-18', right),
      cell: ({ postedAt }) => (
        <time dateTime={postedAt ?? undefined} title={postedAt ? exactTime(postedAt) : undefined} className="relative">
          {ageText(postedAt, now)}
        </time>
      ),
    },
    {
      label: 'Window',
      sort: { by: 'now', falls: true, title: 'Best to answer now first' },
      className: 'hidden w-22 @4xl:table-cell',
      cell: (lead) => windowNames[windowOf(lead, now)],
    },
    {
      label: 'Votes',
      className: classes('hidden w-14 @4xl:table-cell', right),
      cell: ({ post }) => count(post?.score ?? null),
    },
    {
      label: 'Comments',
      sort: { by: 'active', falls: true, title: 'Most active first' },
      className: classes('hidden w-26 @4xl:table-cell', right),
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

interface HeadProps {
  column: Column
  sort: Sort
  onSort: (sort: Sort) => void
}

function Head({ column: { label, sort: own, className }, sort, onSort }: HeadProps) {
  const isSorted = own?.by === sort
  return (
    <th
      scope="col"
      aria-sort={own && (isSorted ? (own.falls ? 'descending' : 'ascending') : 'none')}
      className={classes(headClasses, className)}
    >
      {own ? (
        <button
          type="button"
          title={own.title}
          onClick={() => onSort(own.by)}
          className={classes(
            'group/sort -mx-1 inline-flex h-7 items-center gap-0.5 rounded-md px-1 font-medium hover:text-ink',
            isSorted && 'text-ink',
            // The numbers and their label end at the same place, with or without an arrow.
            className.includes('text-right') && 'flex-row-reverse',
          )}
        >
          {label}
          <Icon
            name={own.falls ? 'arrowDown' : 'arrowUp'}
            className={classes('size-3.5', !isSorted && 'opacity-0 group-hover/sort:opacity-50')}
          />
        </button>
      ) : (
        label
      )}
    </th>
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

/** Stands for the rows that are left out. */
function Gap({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it can't get the focus
    <tr aria-hidden="true">
      <td colSpan={99} style={{ height }} className="p-0" />
    </tr>
  )
}
