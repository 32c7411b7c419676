import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Badge } from '#platform/ui/badge.tsx'
import { classes } from '#platform/ui/classes.ts'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Table } from '#platform/ui/lists/table.tsx'
import type { Column } from '#platform/ui/lists/table-model.ts'
import { paths } from '#platform/web/page/paths.ts'
import type { AdminProject } from '../../contract-admin.ts'
import { errorTexts, planName, projectPlanOptions, projectStateOptions, statusName, usageTexts } from './labels.ts'
import { ListFrame } from './list-frame.tsx'
import { projectsQuery } from './queries.ts'
import { Ago } from './times.tsx'
import { sortOf, tableSort, useListView } from './use-list-view.ts'

const states = projectStateOptions.map(({ value }) => value)
const plans = projectPlanOptions.map(({ value }) => value)

/** All projects, newest first by default. */
export function ProjectsTab({ onUser }: { onUser: (id: string) => void }) {
  const { view, change } = useListView({ states, plans })
  const query = useInfiniteQuery({ ...projectsQuery(view), placeholderData: keepPreviousData })
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? null
  const isFree = rows?.some(({ access }) => access.by === 'billingOff') ?? false
  return (
    <ListFrame
      label="Search by name, website, or owner"
      nouns={['project', 'projects']}
      options={projectStateOptions}
      plans={isFree && view.plan === '' ? undefined : projectPlanOptions}
      view={view}
      onView={change}
      query={query}
    >
      <Table
        label="Projects"
        columns={columnsOf(onUser)}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        sort={tableSort(view.sort)}
        onSort={(next) => change({ sort: sortOf(next, view.sort) })}
        sorted
        empty={<EmptyState title="No projects found">Try a shorter search, or show all projects.</EmptyState>}
      />
    </ListFrame>
  )
}

function columnsOf(onUser: (id: string) => void): Column<AdminProject>[] {
  return [
    {
      id: 'name',
      header: 'Project',
      value: ({ name }) => name,
      cell: ({ name, owner }) => (
        <div className="min-w-40 py-2">
          <p className="wrap-anywhere font-medium">{name}</p>
          <button
            type="button"
            onClick={() => onUser(owner.id)}
            className="wrap-anywhere min-h-6 text-left text-muted text-sm underline-offset-3 hover:text-ink hover:underline"
          >
            {owner.email}
          </button>
        </div>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      fixed: true,
      value: statusName,
      cell: (project) => (
        <span className="flex flex-wrap items-center gap-1">
          <Badge>{statusName(project)}</Badge>
          {project.isSandbox && <Badge>Sample data</Badge>}
        </span>
      ),
    },
    {
      id: 'plan',
      header: 'Plan',
      fixed: true,
      from: 'sm',
      value: planName,
      cell: (project) => (
        <span className={classes('whitespace-nowrap', !project.access.granted && 'text-muted')}>
          {planName(project)}
          {project.access.until && (
            <span className="block text-muted text-sm">
              until {new Date(project.access.until).toLocaleDateString('en', { day: 'numeric', month: 'short' })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'usage',
      header: 'Quota',
      fixed: true,
      from: 'lg',
      value: ({ usage }) => usage.keywords.used,
      cell: (project) => (
        <ul className="tabular py-2 text-muted text-sm leading-5">
          {usageTexts(project).map((text) => (
            <li key={text} className="whitespace-nowrap">
              {text}
            </li>
          ))}
        </ul>
      ),
    },
    {
      id: 'errors',
      header: 'Errors',
      fixed: true,
      from: 'md',
      value: ({ errors }) => errors.jobs + errors.feeds + errors.accounts + errors.mails,
      cell: ({ errors }) => <ErrorFlags errors={errors} />,
    },
    {
      id: 'seen',
      header: 'Seen',
      align: 'end',
      from: 'md',
      value: ({ lastSeenAt }) => lastSeenAt ?? undefined,
      cell: ({ lastSeenAt }) => <Ago at={lastSeenAt} />,
    },
    {
      id: 'created',
      header: 'Created',
      align: 'end',
      from: 'lg',
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <Ago at={createdAt} />,
    },
  ]
}

/** The errors of a project. Each leads to the list of what fails. */
function ErrorFlags({ errors }: Pick<AdminProject, 'errors'>) {
  const texts = errorTexts(errors)
  if (texts.length === 0) return null
  return (
    <Link to={`${paths.users}?tab=errors`} className="flex flex-wrap gap-1 underline-offset-3 hover:underline">
      {texts.map((text) => (
        <Badge key={text} look="danger">
          {text}
        </Badge>
      ))}
    </Link>
  )
}
