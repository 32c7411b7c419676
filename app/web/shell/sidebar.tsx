import { Suspense } from 'react'
import { NavLink } from 'react-router'
import { classes } from '#platform/ui/classes.ts'
import { Icon } from '#platform/ui/icon.tsx'
import { Wordmark } from '#platform/ui/signal.tsx'
import { Keycaps } from '#platform/web/commands/keycaps.tsx'
import { useProject, useUser } from '#platform/web/session/project.ts'
import { useRole } from '#platform/web/session/role.ts'
import { useSlot } from '#platform/web/slots.ts'
import { AccountMenu } from './account-menu.tsx'
import type { Area } from './areas.ts'
import { navigationFor } from './areas.ts'
import { ProjectSwitcher } from './project-switcher.tsx'
import { SearchButton } from './search-button.tsx'

/** The navigation: the project, the search, the areas in groups, and the account at the bottom. */
export function Sidebar({ onLeave }: { onLeave?: () => void }) {
  const role = useRole()
  const project = useProject()
  const user = useUser()
  const Notices = useSlot('notices')
  return (
    <div className="flex min-h-full w-full flex-col gap-6 p-3">
      <div className="flex flex-col gap-2">
        <Wordmark className="h-9 px-2 text-lg" />
        {/* Outside, because its menu opens inside it. */}
        <div>
          <ProjectSwitcher onLeave={onLeave} />
        </div>
        {!onLeave && <SearchButton look="wide" />}
        {project && (
          <Suspense>
            <Notices projectId={project.id} onLeave={onLeave} />
          </Suspense>
        )}
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: links inside; a click that bubbles up closes the drawer */}
      <nav aria-label="Main" onClick={onLeave} className="flex flex-1 flex-col gap-5">
        {navigationFor(role, user?.internalAdmin === true).map(({ group, areas }) => (
          <section key={group} aria-label={group}>
            <h2 className="px-2 pb-1 font-medium text-faint text-xs tracking-normal">{group}</h2>
            <ul className="flex flex-col gap-0.5">
              {areas.map((area) => (
                <li key={area.path}>
                  <AreaLink area={area} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <AccountMenu onLeave={onLeave} />
    </div>
  )
}

/** A link with its keys, shown on hover. For screen readers they are in the list of shortcuts. */
function AreaLink({ area: { path, label, icon, keys } }: { area: Area }) {
  return (
    <NavLink
      to={path}
      className={({ isActive }) =>
        classes(
          'group flex h-8 w-full items-center gap-2.5 rounded-md px-2 font-medium transition-colors duration-150 max-lg:h-10',
          isActive ? 'bg-raised text-ink shadow-press ring-1 ring-line' : 'text-muted hover:bg-hover hover:text-ink',
        )
      }
    >
      {({ isActive }) => (
        <>
          <Icon name={icon} className={isActive ? 'text-accent-ink' : 'text-faint'} />
          <span className="min-w-0 flex-1 truncate">{label}</span>
          <span aria-hidden="true" className="flex opacity-0 transition-opacity duration-150 group-hover:opacity-100">
            <Keycaps keys={keys} className="gap-0.5" />
          </span>
        </>
      )}
    </NavLink>
  )
}
