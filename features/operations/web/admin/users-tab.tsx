import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Badge } from '#platform/ui/badge.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Table } from '#platform/ui/lists/table.tsx'
import type { Column } from '#platform/ui/lists/table-model.ts'
import { paths } from '#platform/web/page/paths.ts'
import { count } from '#platform/web/text/units.ts'
import type { AdminUser } from '../../contract-admin.ts'
import { counted, userMark, userStateOptions } from './labels.ts'
import { ListFrame } from './list-frame.tsx'
import { usersQuery } from './queries.ts'
import { Ago } from './times.tsx'
import { sortOf, tableSort, useListView } from './use-list-view.ts'

const states = userStateOptions.map(({ value }) => value)

/** All accounts, newest first by default. */
export function UsersTab({ onUser }: { onUser: (id: string) => void }) {
  const { view, change } = useListView({ states })
  const query = useInfiniteQuery({ ...usersQuery(view), placeholderData: keepPreviousData })
  return (
    <ListFrame
      label="Search by email or name"
      nouns={['user', 'users']}
      options={userStateOptions}
      view={view}
      onView={change}
      query={query}
    >
      <Table
        label="Users"
        columns={columnsOf(onUser)}
        rows={query.data?.pages.flatMap(({ data }) => data) ?? null}
        rowId={({ id }) => id}
        rowName={({ email }) => email}
        sort={tableSort(view.sort)}
        onSort={(next) => change({ sort: sortOf(next, view.sort) })}
        sorted
        empty={<EmptyState title="No users found">Try a shorter search, or show all users.</EmptyState>}
      />
    </ListFrame>
  )
}

function columnsOf(onUser: (id: string) => void): Column<AdminUser>[] {
  return [
    {
      id: 'name',
      header: 'User',
      value: ({ email }) => email,
      cell: ({ id, email, username }) => (
        <div className="min-w-40 py-2">
          <button
            type="button"
            onClick={() => onUser(id)}
            className="wrap-anywhere min-h-6 text-left font-medium underline-offset-3 hover:underline"
          >
            {email}
          </button>
          {username !== email && <p className="wrap-anywhere text-muted text-sm">{username}</p>}
        </div>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      fixed: true,
      value: (user) => userMark(user).label,
      cell: (user) => {
        const { look, label } = userMark(user)
        return <Badge look={look}>{label}</Badge>
      },
    },
    {
      id: 'errors',
      header: 'Errors',
      fixed: true,
      from: 'md',
      value: ({ failedMails }) => failedMails,
      cell: ({ failedMails }) =>
        failedMails > 0 && (
          <Link to={`${paths.users}?tab=errors`} className="underline-offset-3 hover:underline">
            <Badge look="danger">{counted(failedMails, 'undelivered email', 'undelivered emails')}</Badge>
          </Link>
        ),
    },
    {
      id: 'projects',
      header: 'Projects',
      fixed: true,
      align: 'end',
      from: 'md',
      value: ({ projects }) => projects,
      cell: ({ projects }) => (projects === 0 ? <span className="text-faint">0</span> : count(projects)),
    },
    {
      id: 'seen',
      header: 'Last seen',
      align: 'end',
      from: 'sm',
      value: ({ lastSeenAt }) => lastSeenAt ?? undefined,
      cell: ({ lastSeenAt }) => <Ago at={lastSeenAt} never="Signed out" />,
    },
    {
      id: 'created',
      header: 'Created',
      align: 'end',
      from: 'md',
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <Ago at={createdAt} />,
    },
  ]
}
