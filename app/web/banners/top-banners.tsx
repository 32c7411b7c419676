import { lazy, Suspense } from 'react'
import type { CurrentProject } from '#platform/contract/session.ts'
import { loadPart } from '#platform/ui/parts.ts'
import { useUser } from '#platform/web/session/project.ts'
import { AppBanner } from './app-banner.tsx'

const ActingBanner = lazy(async () => ({
  default: (await loadPart(() => import('./acting-banner.tsx'))).ActingBanner,
}))

/** The banners above the app: the one of an internal admin who acts as a user always shows, beside one other. */
export function TopBanners({ project }: { project?: CurrentProject | undefined }) {
  const user = useUser()
  return (
    <>
      {user?.acting && (
        <Suspense>
          <ActingBanner user={user} acting={user.acting} />
        </Suspense>
      )}
      <AppBanner project={project} />
    </>
  )
}
