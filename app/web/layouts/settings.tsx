import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { withoutTrailingSlash } from '#engine/rules/paths.ts'
import { ModalProvider } from '#platform/ui/overlays/modal.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { Locked } from '#platform/web/forms/section.tsx'
import { membershipsQuery, useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import { areas } from '../shell/areas.ts'

/** A single column inside the dashboard, with a comfortable width for reading and typing. */
export function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <ModalProvider path={useLocation().pathname}>
      <div className="mx-auto flex max-w-2xl flex-col gap-8 px-4 pt-8 pb-24 sm:px-8 lg:pt-14">
        <Allowed>{children}</Allowed>
      </div>
    </ModalProvider>
  )
}

/** Shows why the user's role can't read the page, instead of sending requests that would be rejected. */
function Allowed({ children }: { children: ReactNode }) {
  const page = withoutTrailingSlash(useLocation().pathname)
  const role = useRole()
  const area = areas.find(({ path }) => path === page)
  const { isPending } = useQuery(membershipsQuery)
  if (area?.right && isPending) {
    return (
      <div role="status" aria-label="Loading">
        <Skeleton className="h-8 w-40" />
      </div>
    )
  }
  const reason = area?.right && role ? whyNot(role, area.right) : null
  if (!area || reason === null) return children
  return (
    <>
      <PageHeading title={area.name ?? area.label} />
      <Locked>{reason}</Locked>
    </>
  )
}
