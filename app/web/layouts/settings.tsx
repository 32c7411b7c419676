import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import { withoutTrailingSlash } from '#engine/rules/paths.ts'
import { classes } from '#platform/ui/classes.ts'
import { ModalProvider } from '#platform/ui/overlays/modal.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { Locked } from '#platform/web/forms/section.tsx'
import { membershipsQuery, useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import { areas, areasFor, settingsOf } from '../shell/areas.ts'

/** A single column inside the dashboard, with a comfortable width for reading and typing. */
export function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <ModalProvider path={useLocation().pathname}>
      <div className="pt-3 pb-24 lg:pt-6">
        <Pages />
        <div className="mx-auto flex max-w-2xl flex-col gap-8 px-4 pt-8 sm:px-8">
          <Allowed>{children}</Allowed>
        </div>
      </div>
    </ModalProvider>
  )
}

const headings = { project: 'Project settings', account: 'Account settings' } as const

/** The pages of the same settings. */
function Pages() {
  const page = withoutTrailingSlash(useLocation().pathname)
  const role = useRole()
  const settings = settingsOf(page)
  if (!settings) return null
  return (
    <nav aria-label={headings[settings]} className="overflow-x-auto border-line border-b px-4 sm:px-8">
      {/* Few links begin where the page does; many use the room on both sides of it. */}
      <ul className="mx-auto -mb-px flex w-max min-w-[min(100%,38rem)] gap-4">
        {areasFor(role, false)
          .filter(({ path }) => settingsOf(path) === settings)
          .map(({ path, label }) => (
            <li key={path}>
              <NavLink
                to={path}
                ref={path === page ? reveal : undefined}
                className={({ isActive }) =>
                  classes(
                    'flex h-10 items-center whitespace-nowrap border-b-2 font-medium text-sm -outline-offset-2',
                    isActive ? 'border-ink text-ink' : 'border-transparent text-muted hover:text-ink',
                  )
                }
              >
                {path.endsWith('/main') ? 'General' : label}
              </NavLink>
            </li>
          ))}
      </ul>
    </nav>
  )
}

/** Centers the current page's link where the links don't fit, again after a phone is turned. */
function reveal(link: HTMLElement | null): (() => void) | undefined {
  const line = link?.closest('nav')
  if (!link || !line) return
  const observer = new ResizeObserver(() => {
    const [inner, outer] = [link.getBoundingClientRect(), line.getBoundingClientRect()]
    line.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2)
  })
  observer.observe(line)
  return () => observer.disconnect()
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
