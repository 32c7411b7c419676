import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { ListSkeleton } from '#platform/ui/lists/list-skeleton.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { loadPart } from '#platform/ui/parts.ts'
import { Tabs } from '#platform/ui/tabs.tsx'
import { errorCount } from './labels.ts'
import { ProjectsTab } from './projects-tab.tsx'
import { errorsQuery } from './queries.ts'
import { UsersTab } from './users-tab.tsx'

/** Loaded when it is opened. */
const AnalyticsTab = lazy(async () => ({
  default: (await loadPart(() => import('./analytics-tab.tsx'))).AnalyticsTab,
}))
const ErrorsTab = lazy(async () => ({ default: (await loadPart(() => import('./errors-tab.tsx'))).ErrorsTab }))
const UserDrawer = lazy(async () => ({ default: (await loadPart(() => import('./user-drawer.tsx'))).UserDrawer }))

const tabs = ['users', 'projects', 'errors', 'analytics'] as const
type Tab = (typeof tabs)[number]

/** The page of internal admins: all users and projects, what fails, and what visitors do. */
export function Admin() {
  const [params, setParams] = useSearchParams()
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'users'
  const userId = params.get('user')
  const errors = useQuery(errorsQuery)
  const found = errors.data ? errorCount(errors.data) : 0
  const openUser = (id: string | null) =>
    setParams((current) => {
      const next = new URLSearchParams(current)
      if (id === null) next.delete('user')
      else next.set('user', id)
      return next
    })
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-6 px-4 pt-6 pb-24 sm:px-8 lg:pt-10">
      <PageHeading title="Users">
        Every account and project on this server. Only internal admins see this page.
      </PageHeading>
      <Tabs<Tab>
        label="Operation"
        value={tab}
        onValueChange={(next) => setParams(next === 'users' ? {} : { tab: next })}
        tabs={[
          { value: 'users', label: 'Users' },
          { value: 'projects', label: 'Projects' },
          { value: 'errors', label: 'Errors', ...(found > 0 && { count: found }) },
          { value: 'analytics', label: 'Analytics' },
        ]}
      >
        <div className="flex flex-col gap-4 pt-5">
          <Suspense fallback={<ListSkeleton label="Loading" />}>
            {tab === 'users' && <UsersTab onUser={openUser} />}
            {tab === 'projects' && <ProjectsTab onUser={openUser} />}
            {tab === 'errors' && <ErrorsTab />}
            {tab === 'analytics' && <AnalyticsTab />}
          </Suspense>
        </div>
      </Tabs>
      {userId !== null && (
        <Suspense>
          <UserDrawer key={userId} id={userId} onClose={() => openUser(null)} />
        </Suspense>
      )}
    </div>
  )
}
